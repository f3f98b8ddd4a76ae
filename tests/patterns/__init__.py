"""No pattern of the product takes more than linear time, whatever it is given."""
