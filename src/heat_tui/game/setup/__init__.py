"""What can be agreed on before a race: the options, who sits where, challenges, and the setup that follows."""
