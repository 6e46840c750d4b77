"""A race in words: its events, the situation, the questions, the forecasts and the refusals."""
