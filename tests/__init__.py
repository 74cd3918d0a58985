"""What must hold, told as tests; the folders mirror the packages."""
