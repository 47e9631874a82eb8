"""Benches, loads, proofs and calibration: what measures the product and is no part of it.

Each is a command: ``python3 run.py tool NAME``.
"""
