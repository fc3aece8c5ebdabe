"""The links between routers that differ from the others: `[[link]]` of a chip file."""


def by_ends(config: dict) -> dict[tuple[int, int], dict]:
    """The two routers of a link, in both orders → its table of the chip file. `credit` in it is in
    cycles.
    """
    found = {}
    for link in config["link"]:
        times = link | {"credit": link["credit"] or link["delay"]}
        for one, other in link["between"]:
            found[one, other] = found[other, one] = times
    return found
