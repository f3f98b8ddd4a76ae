"""What is stored of correspondences."""
