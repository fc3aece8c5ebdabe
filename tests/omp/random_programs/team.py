"""Statements for a place that all threads of a team reach."""

from . import loops, reductions, waves
from .maker import Maker, Where, block


def invariants(maker: Maker, where: Where) -> list[str]:
    """Checks that the results of the routines agree with each other."""
    lines = ["ok(omp_get_thread_num() >= 0 && omp_get_thread_num() < omp_get_num_threads());"]
    if where.level is not None and maker.chance(0.5):
        level = where.level
        lines += [
            f"ok(omp_get_level() == {level});",
            f"ok(omp_get_team_size({level}) == omp_get_num_threads());",
            f"ok(omp_get_ancestor_thread_num({level}) == omp_get_thread_num());",
            f"ok(omp_get_team_size({level + 1}) == -1 && omp_get_ancestor_thread_num(0) == 0);",
            f"ok(omp_get_active_level() <= {level});",
            "ok(omp_in_parallel() == (omp_get_active_level() > 0));",
        ]
    return lines


def shared_loop(maker: Maker, where: Where, head: str = "#pragma omp for") -> list[str]:
    """A worksharing loop, alone or combined with its region."""
    combined = "parallel for" in head
    most = max(min(60, where.work), 2)
    headers, count, values, clauses, types = [], 1, [], [], []
    for number in range(maker.choice((1, 1, 1, 2, 3))):
        made = loops.loop(maker, most if not number else max(min(4, most // max(count, 1)), 1))
        headers, values = [*headers, made.header], [*values, made.value]
        count *= made.count
        types.append(made.type)
    if len(headers) > 1:
        clauses.append(f"collapse({len(headers)})")
    # lastprivate(conditional) is not used, because GCC 12 loses its stores, whatever the library.
    ordered = maker.chance(0.2)
    declaration, body, after = [], [], []
    inner = where.deeper(*values, times=max(count, 1))
    kind = maker.choice(("reduction", "last", "private", "", "", ""))
    # A local variable would exist once for each thread of the surrounding region.
    if not combined and kind in ("reduction", "last"):
        kind = "global " + kind
    if kind.endswith("reduction"):
        r = maker.name("r")
        made = reductions.reduction(maker, r, scalar="global" in kind)
        clauses.append(made.clause)
        body, after = made.use(maker.value(inner)), maker.note(where, made.value)
        declaration = made.declaration
        if "global" in kind:
            maker.outside(f"{made.type} {r};")
    elif count and kind.endswith("last"):
        last = maker.name("last")
        clauses.append(f"lastprivate({last})")
        body, after = [f"{last} = {maker.value(inner)};"], maker.note(where, last)
        declaration = [f"unsigned {last} = 9;"]
        if "global" in kind:
            maker.outside(f"unsigned {last};")
    elif kind == "private":
        name = maker.name("p")
        declaration = [f"unsigned {name} = {maker.value(where)};"]
        if not combined:
            kind = "global private"
            maker.outside(f"unsigned {name};")
        clauses.append(f"firstprivate({name})")
        inner = inner.deeper(name)
    if ordered:
        clauses.append("ordered")
        chain = maker.name("chain")
        declaration += [f"unsigned {chain} = 5;"] if combined else []
        if not combined:
            maker.outside(f"unsigned {chain} = 5;")
        after = [*after, *maker.note(where, chain)]
        body = body + block(
            [
                "#pragma omp ordered",
                *block([f"{chain} = mix({chain}, {maker.value(inner)});"]),
            ]
        )
    tail = maker.alone(inner)
    body = tail + body if ordered and maker.chance(0.5) else body + tail
    clauses.append(loops.schedule(maker, ordered))
    # Without a barrier, a fast thread would set the first value of the next loop before all threads
    # have read the first value of this loop.
    nowait = not combined and kind != "global private" and maker.chance(0.4)
    maker.dice.shuffle(clauses)
    pragma = f"{head} {' '.join(clauses)} {'nowait' if nowait else ''}"
    lines = [*([] if "global" in kind else declaration), pragma, *headers, *block(body)]
    if "global" in kind and declaration:
        begin, _, value = declaration[0].partition("=")
        start = f"{begin.split()[-1]} ={value}"
        lines = ["#pragma omp single", *block([start]), *lines]
    if after and not combined:
        after = ["#pragma omp single", *block(after)]
        after = ["#pragma omp barrier"] * nowait + after
    lines += after
    if combined:
        lines = loops.before_runtime(maker) + lines
    return block(lines)


def steady(maker: Maker, where: Where) -> list[str]:
    """Two loops with the same static schedule and no barrier: each thread gets the same iterations
    in both.
    """
    loop, a = loops.loop(maker, 30, type="int"), maker.name("a")
    chunk = maker.choice(("", ", 1", ", 3"))
    maker.outside(f"unsigned {a}[256];")
    head = f"#pragma omp for schedule(static{chunk})"
    index = f"{a}[folded((unsigned){loop.variable}) % 256u]"
    first = f"{index} = {maker.value(where.deeper(loop.value))};"
    times = maker.number(1, 4)
    return [
        f"for (int again = 0; again < {times}; again++)",
        *block(
            [
                f"{head} nowait",
                loop.header,
                *block([first]),
                f"{head} nowait",
                loop.header,
                *block(maker.note(where, index)),
            ]
        ),
        "#pragma omp barrier",
    ]


def sections(maker: Maker, where: Where, head: str = "#pragma omp sections") -> list[str]:
    parts = []
    for _ in range(maker.choice((1, 2, 3, 7))):
        parts += ["#pragma omp section", *block(maker.alone(where.deeper()))]
    last, declaration, after, clause = maker.name("last"), [], [], ""
    if "parallel" in head and maker.chance(0.5):
        declaration, clause = [f"unsigned {last} = 3;"], f"lastprivate({last})"
        parts += ["#pragma omp section", *block([f"{last} = {maker.value(where)};"])]
        after = maker.note(where, last)
    nowait = "nowait" if "parallel" not in head and maker.chance(0.4) else ""
    return block([*declaration, f"{head} {clause} {nowait}", *block(parts), *after])


def single(maker: Maker, where: Where) -> list[str]:
    body = maker.alone(where.deeper())
    form = maker.choice(("", "nowait", "copyprivate"))
    if form != "copyprivate":
        return [f"#pragma omp single {form}", *block(body)]
    name, array = maker.name(), maker.name("c")
    return block(
        [
            f"unsigned {name} = 1; struct {{ double d[3]; }} {array};",
            f"#pragma omp single copyprivate({name}, {array})",
            *block([f"{name} = {maker.value(where)}; {array}.d[2] = 1.5;", *body]),
            f"ok({array}.d[2] == 1.5);",
            *team(maker, where.deeper(name)),
        ]
    )


def masked(maker: Maker, where: Where) -> list[str]:
    kinds = ("master", "masked", "masked filter(0)", f"masked filter({maker.hidden(0)})")
    kind = maker.choice(kinds)
    lines = [f"#pragma omp {kind}", *block(maker.alone(where.deeper()))]
    return lines + maker.choice(([], ["#pragma omp barrier"]))


def barrier(maker: Maker, where: Where) -> list[str]:
    return ["#pragma omp barrier"] * maker.choice((1, 1, 2, 3))


def everybody(maker: Maker, where: Where) -> list[str]:
    """A check that a barrier makes the stores of all threads visible."""
    name = maker.name("all")
    maker.outside(f"int {name};")
    return block(
        [
            "#pragma omp single",
            f"{name} = 0;",
            f"\n#pragma omp atomic\n{name}++;",
            "#pragma omp barrier",
            f"ok({name} == omp_get_num_threads());",
            "#pragma omp barrier",
        ]
    )


def scope(maker: Maker, where: Where) -> list[str]:
    """Each thread adds one to a shared sum."""
    name = maker.name("all")
    maker.outside(f"int {name};")
    return block(
        [
            "#pragma omp single",
            f"{name} = 0;",
            f"#pragma omp scope reduction(+ : {name})",
            f"{name}++;",
            f"ok({name} == omp_get_num_threads());",
            "#pragma omp barrier",
        ]
    )


def concurrent(maker: Maker, where: Where) -> list[str]:
    """A loop whose iterations may run in any order: `loop`, `order(concurrent)` or `simd`."""
    a = maker.name("a")
    maker.outside(f"unsigned {a}[31];")
    head = maker.choice(("loop", "loop bind(parallel)", "for order(concurrent)", "for simd"))
    return [
        f"#pragma omp {head}",
        "for (int i = 0; i < 31; i++)",
        f"{a}[i] = mix({maker.value(where)}, (unsigned)i);",
        "#pragma omp for",
        "for (int i = 0; i < 31; i++)",
        *block(maker.note(where, f"{a}[i]")),
    ]


def repeat(maker: Maker, where: Where) -> list[str]:
    """Repeats statements for the team two to four times."""
    times, k = min(maker.number(2, 4), where.work), maker.name("k")
    inner = where.deeper(f"(unsigned){k}", times=times)
    return [f"for (int {k} = 0; {k} < {times}; {k}++)", *block(team(maker, inner))]


def settings(maker: Maker, where: Where) -> list[str]:
    return [*loops.before_runtime(maker), *invariants(maker, where)]


TEAM = [
    (shared_loop, 6),
    (sections, 2),
    (single, 3),
    (masked, 2),
    (barrier, 1),
    (everybody, 1),
    (scope, 1),
    (steady, 1),
    (concurrent, 1),
    (repeat, 2),
    (settings, 1),
    (waves.doacross, 2),
]


def team(maker: Maker, where: Where) -> list[str]:
    """One to four statements that all threads of a team reach."""
    lines = []
    for _ in range(maker.number(1, 4)):
        maker.size += 1
        if maker.size > 60 or where.depth > 9:
            return [*lines, "#pragma omp single", *block(maker.note(where))]
        makers, weights = zip(*TEAM, strict=True)
        lines += maker.dice.choices(makers, weights)[0](maker, where)
    return lines
