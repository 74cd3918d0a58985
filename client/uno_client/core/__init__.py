"""The pure core: the model of what a player knows, and how messages change it."""
