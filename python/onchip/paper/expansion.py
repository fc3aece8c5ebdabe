"""Shorthand that saves a description from repetitions: `each`, and names for formulas and
sentences. Nothing of either is left when it has been read.
"""

import itertools
import json
import re

from onchip.paper import formula

NAME = re.compile(r"(?<![\w.])[A-Za-z]\w*(?![\w.(])")


def each(keys: dict, where: str, lists: dict | None = None) -> list[dict]:
    """The same for each combination of the values in `each`, which take the place of `{name}`, and
    if a value is a table, its entries that of `{name.entry}`. A table of `also` adds keys to the
    combinations that have its values of `for`. A text in `each` is the name of one of `lists`.
    """
    values = keys.pop("each", {})
    if isinstance(values, dict):
        named = {name: some for name, some in values.items() if isinstance(some, str)}
        for name, of in named.items():
            if of not in (lists or {}):
                raise ValueError(f"{where}: each.{name}: no list '{of}'")
        values = values | {name: lists[of] for name, of in named.items()}
    if not isinstance(values, dict) or not all(isinstance(some, list) for some in values.values()):
        raise ValueError(f"{where}: each = {values!r} is no table of lists")
    additions = [(_chosen(more, values, where), more) for more in keys.pop("also", [])]
    parts = []
    for combination in itertools.product(*values.values()):
        of = dict(zip(values, map(_fields, combination), strict=True))
        part = dict(keys)
        for chosen, more in additions:
            if all(of[name][""] in some for name, some in chosen.items()):
                part |= {key: value for key, value in more.items() if key != "for"}
        text = json.dumps(part, default=str)
        for name, entries in of.items():
            for entry, value in entries.items():
                named = f"{{{name}.{entry}}}" if entry else f"{{{name}}}"
                text = text.replace(named, json.dumps(str(value))[1:-1])
        parts.append(json.loads(text))
    return parts


def _fields(value) -> dict:
    """The entries of a value; without a name the value itself, of a table its first entry."""
    return {"": next(iter(value.values())), **value} if isinstance(value, dict) else {"": value}


def _chosen(more: dict, values: dict, where: str) -> dict[str, list]:
    """The values for which a table of `also` adds keys."""
    if not isinstance(more.get("for"), dict):
        raise ValueError(f"{where}: 'also' needs 'for', a table of values")
    chosen = {
        name: some if isinstance(some, list) else [some] for name, some in more["for"].items()
    }
    for name, some in chosen.items():
        known = [_fields(value)[""] for value in values.get(name, [])]
        for value in some:
            if value not in known:
                raise ValueError(f"{where}: for {name} = {value!r}, which is no value in each")
    return chosen


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
