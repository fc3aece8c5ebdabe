"""Numbers on click's command lines."""

import math

import click


class Number(click.FloatRange):
    """Numbers between two bounds, never `nan`, which compares with nothing."""

    def convert(self, value, param, ctx):
        """Converts a word to the number."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return number
