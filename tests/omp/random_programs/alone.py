"""Makes statements for a place in a program that only one thread reaches, so that each statement is
executed once.
"""

from . import cancel, exclusion, regions, tasks
from .maker import Maker, Where, block


def repeat(maker: Maker, where: Where) -> list[str]:
    """A plain loop, which one thread executes."""
    times = min(maker.number(2, 5), max(where.work, 1))
    count = maker.name("k")
    inner = where.deeper(f"(unsigned){count}", times=times)
    header = f"for (int {count} = 0; {count} < {maker.hidden(times)}; {count}++)"
    return [header, *block(alone(maker, inner))]


def choose(maker: Maker, where: Where) -> list[str]:
    lines = [f"if ({maker.value(where)} & 1u)", *block(alone(maker, where.deeper()))]
    if maker.chance(0.5):
        lines += ["else", *block(alone(maker, where.deeper()))]
    return lines


def remember(maker: Maker, where: Where) -> list[str]:
    """Declares a variable, which statements inside may read."""
    name = maker.name()
    inner = where.deeper(name)
    return block([f"unsigned {name} = {maker.value(where)};", *alone(maker, inner)])


def vector(maker: Maker, where: Where) -> list[str]:
    """A loop with directives that only the compiler acts on."""
    name, total = maker.name("a"), maker.name("s")
    clause = maker.some("safelen(4)", "simdlen(4)", f"nontemporal({name})", "order(concurrent)")
    return block(
        [
            f"unsigned {name}[16], {total} = 0;",
            f"#pragma omp simd reduction(+ : {total}) {clause}",
            f"for (int i = 0; i < 16; i++) {{ {name}[i] = mix({maker.value(where)}, (unsigned)i);"
            f" {total} += {name}[i]; }}",
            *maker.note(where, total),
        ]
    )


def nothing(maker: Maker, where: Where) -> list[str]:
    return [maker.choice(("#pragma omp flush", "#pragma omp nothing", "#pragma omp taskyield"))]


SIMPLE = [(Maker.note, 3), (exclusion.add, 3), (exclusion.count, 2), (exclusion.exchange, 1)]
SIMPLE += [(exclusion.halves, 1), (vector, 1), (exclusion.lowest, 1)]
MORE = [
    (repeat, 2),
    (choose, 1),
    (remember, 2),
    (nothing, 1),
    (exclusion.critical, 2),
    (exclusion.lock, 2),
    (exclusion.nest_lock, 1),
    (tasks.task, 3),
    (tasks.target, 2),
    (tasks.results, 2),
    (tasks.chain, 2),
    (tasks.group, 2),
    (tasks.group_reduction, 2),
    (tasks.taskloop, 3),
    (tasks.recursion, 1),
    (tasks.detached, 1),
    (tasks.events, 2),
    (tasks.held, 1),
    (regions.task_reduction, 2),
    (regions.parallel, 4),
    (regions.parallel_loop, 3),
    (regions.parallel_sections, 1),
    (regions.copyin, 1),
    (cancel.search, 1),
    (cancel.search_group, 1),
]
MOST_STATEMENTS = 45  # approximate largest number of statements in a block


def alone(maker: Maker, where: Where) -> list[str]:
    """One to three statements."""
    lines = []
    for _ in range(maker.choice((1, 1, 2, 3))):
        maker.size += 1
        small = where.simple or where.depth > 7 or maker.size > MOST_STATEMENTS or where.work < 3
        makers = SIMPLE if small else SIMPLE + MORE
        made = maker.dice.choices([m for m, _ in makers], [weight for _, weight in makers])[0]
        lines += made(maker, where)
    return lines
