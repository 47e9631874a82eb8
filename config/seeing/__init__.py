"""What the operator of the house sees of it: ids of requests, and figures for Prometheus."""
