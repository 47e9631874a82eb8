"""Deep Drive Baseball: cards of real seasons and three ten-sided dice."""
