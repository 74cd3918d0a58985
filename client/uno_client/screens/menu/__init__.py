"""The table's menu, and picking somebody at the table."""
