"""The only place that writes reports, rulings and clocks of a series day."""
