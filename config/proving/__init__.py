"""Benches, loads, proofs and calibration: what measures the product and is no part of it.

Commands of ``config.management`` call it; no room imports it (a contract).
"""
