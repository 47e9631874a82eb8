"""What whoever runs the house sees of it: ids of requests, and figures for Prometheus."""
