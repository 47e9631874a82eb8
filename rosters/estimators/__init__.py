"""Estimates of what a source does not say: splits, running, stealing, fielding, arms, endurance.

Every estimator is a named pure function of a season and of the norms; random draws come from the
player's own key, so that the same season always gives the same answer. All results are shown as
estimated.
"""
