"""What must hold of the suite that anybody's server can be tried with."""
