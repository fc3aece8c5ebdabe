"""Shorthand that saves a description from repetitions: `each`, and names for formulas and
sentences. Nothing of either is left when it has been read.
"""

import itertools
import json
import re

from onchip.paper import formula

NAME = re.compile(r"(?<![\w.])[A-Za-z]\w*(?![\w.(])")


def each(keys: dict, where: str) -> list[dict]:
    """The same for each combination of the values in `each`, which take the place of `{name}`."""
    values = keys.pop("each", {})
    if not isinstance(values, dict) or not all(isinstance(some, list) for some in values.values()):
        raise ValueError(f"{where}: each = {values!r} is no table of lists")
    text = json.dumps(keys, default=str)
    parts = []
    for combination in itertools.product(*values.values()):
        part = text
        for name, value in zip(values, combination, strict=True):
            part = part.replace(f"{{{name}}}", json.dumps(str(value))[1:-1])
        parts.append(json.loads(part))
    return parts


class Names:
    """The formulas and sentences that a figure has named."""

    def __init__(self):
        self.formulas: dict[str, str] = {}
        self.sentences: dict[str, str] = {}

    def define(self, name: str, of: str, sentence: str) -> None:
        """Adds one, in whose text those before it may be named."""
        if of:
            self.formulas[name] = self.in_formula(of)
        else:
            self.sentences[name] = self.in_sentence(sentence)

    def in_formula(self, text: str) -> str:
        """The formula without names."""
        return NAME.sub(lambda found: self._formula(found[0]), text)

    def in_sentence(self, text: str) -> str:
        """The sentence with the named ones, and without names in the formulas in its braces."""
        return formula.BRACES.sub(
            lambda found: self.sentences.get(found[1], f"{{{self.in_formula(found[1])}}}"), text
        )

    def _formula(self, name: str) -> str:
        return f"({self.formulas[name]})" if name in self.formulas else name
