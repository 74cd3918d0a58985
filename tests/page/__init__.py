"""Tests of the page in `server/web/page`."""
