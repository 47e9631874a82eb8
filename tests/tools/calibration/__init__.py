"""Calibration: a simulated league beside what real baseball did."""
