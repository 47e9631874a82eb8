"""What a source does not say, estimated: splits, running, stealing, gloves, arms, endurance.

Every estimator is a named pure function of a season and of what is normal; what is drawn is drawn
from the player's own key, so that the same season always gives the same answer. Whatever comes
from here is shown as estimated.
"""
