"""A net that corrects what the rules of thumb expect a seat to make in the end."""
