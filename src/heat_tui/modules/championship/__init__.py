"""The championship: seasons of races with events, Sponsorships and the press (E1-E13)."""
