"""Commons Baseball: thresholds on the backs of real baseball cards, rolled with one die."""
