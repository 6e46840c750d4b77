"""What front ends share: who sits at the table, what they wish to race, whose eyes may look, the told race."""
