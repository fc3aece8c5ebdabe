"""Links between routers that the chip file describes in `[[link]]`, because they differ from the
others.
"""


def by_ends(config: dict) -> dict[tuple[int, int], dict]:
    """Maps the two routers of a link, in both orders, to the link's table in the chip file. In the
    result, the table's `credit` is always a number of cycles.
    """
    found = {}
    for link in config["link"]:
        times = link | {"credit": link["credit"] or link["delay"]}
        for one, other in link["between"]:
            found[one, other] = found[other, one] = times
    return found
