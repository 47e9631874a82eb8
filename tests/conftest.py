"""What every room's tests share."""
