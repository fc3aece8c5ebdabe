"""Prints results of synthetic traffic as tables."""

from rich.table import Table

from onchip.base.tables import headed, print_table


def single(result: dict) -> None:
    """Prints the table of one run."""
    point = result["points"][0]
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column()
    for name, value, unit in (
        ("offered", _rate(point["offered"]), "flits a node and cycle"),
        ("accepted", _rate(point["accepted"]), "saturated" if point["saturated"] else ""),
        ("least, most of a node", ", ".join(_rate(end(point["shares"])) for end in (min, max)), ""),
        ("bound of the busiest link", _rate(point["bound"]), ""),
        ("latency, mean", _cycles(point["latency_mean"]), "cycles"),
        ("median", _cycles(point["latency_p50"]), ""),
        ("99 %", _cycles(point["latency_p99"]), ""),
        ("longest", _cycles(point["latency_max"]), ""),
        ("alone in the network", _cycles(point["latency_zero_load"]), "cycles, mean"),
        ("busiest link", *_busiest(point)),
    ):
        table.add_row(name, value, unit)
    print_table(table)
    if len(point["levels"]) > 1:
        print()
        _levels(result["points"])
    if point["circuits"]:
        print()
        _circuits(point["circuits"])


def replay(result: dict) -> None:
    """Prints the table of a replay, next to the recorded run."""
    table = headed("", "recorded", "replayed", left=())
    for name, key in (("cycle of the last arrival", "end"), ("latency, mean", "latency_mean")):
        table.add_row(name, _cycles(result[f"recorded_{key}"]), _cycles(result[key]))
    print_table(table)
    same = "all in their recorded cycles" if not result["moved"] else f"{result['moved']:,} moved"
    ends = "" if result["moved"] is None else f": {same}"
    print(f"{result['packets']:,} packets of {result['flits']:,} flits{ends}")


def sweep(result: dict) -> None:
    """Prints a line for each rate, and where the network saturates."""
    headings = ("offered", "accepted", "mean", "median", "99 %", "longest", "busiest link", "")
    table = headed(*headings, left=())
    for point in result["points"]:
        table.add_row(
            _rate(point["offered"]),
            _rate(point["accepted"]),
            *_latencies(point),
            _busiest(point)[0],
            "saturated" if point["saturated"] else "",
        )
    print_table(table)
    highest, bound = result["saturation"], result["points"][0]["bound"]
    print(
        f"sustained up to {'none of these rates' if highest is None else f'{highest:g}'}; "
        f"bound of the busiest link: {bound:.3f}"
    )
    if len(result["points"][0]["levels"]) > 1:
        print()
        _levels(result["points"])


def _levels(points: list[dict]) -> None:
    """Prints a line for each priority of each run."""
    headings = ("priority", "offered", "accepted", "mean", "median", "99 %", "longest", "")
    table = headed(*headings, left=())
    for point in points:
        for level in point["levels"]:
            table.add_row(
                str(level["level"]),
                _rate(level["offered"]),
                _rate(level["accepted"]),
                *_latencies(level),
                "saturated" if level["saturated"] else "",
            )
    print_table(table)


def _circuits(circuits: list[dict]) -> None:
    """Prints a line for each circuit."""
    headings = ("circuit", "hops", "opened in", "closed in", "flits a cycle")
    table = headed(*headings, "shortest", "mean", "longest", "alone", "", left=())
    for each in circuits:
        latencies = (each[f"latency_{key}"] for key in ("min", "mean", "max", "alone"))
        throughput = each["throughput"]
        table.add_row(
            f"{each['from']} to {each['to']}",
            str(each["hops"]),
            _cycles(each["open_cycles"]),
            _cycles(each["close_cycles"]),
            "–" if throughput is None else _rate(throughput),
            *map(_cycles, latencies),
            each["state"],
        )
    print_table(table)


def _latencies(figures: dict) -> list[str]:
    return [_cycles(figures[f"latency_{key}"]) for key in ("mean", "p50", "p99", "max")]


def _rate(value: float) -> str:
    return f"{value:.3f}"


def _cycles(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"


def _busiest(point: dict) -> tuple[str, str]:
    """The load of the busiest link between routers, and its name."""
    if not point["links"]:
        return "–", ""
    start, end, load = max(point["links"], key=lambda link: link[2])
    return _rate(load), f"flits a cycle, from {start} to {end}"
