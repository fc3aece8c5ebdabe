"""Searches that end when a thread has found the element, where cancellation is allowed."""

from . import loops
from .maker import Maker, Where, block
from .regions import threads


def _found(name: str) -> str:
    return f"\n#pragma omp atomic write\n{name} = 1;"


def search(maker: Maker, where: Where) -> list[str]:
    """A search in a loop, in sections or in a region. Its result does not depend on
    cancellation.
    """
    found, hit = maker.name("found"), maker.number(0, 7)
    loop = loops.loop(maker, max(min(where.work, 60), 2))
    construct = maker.choice(("for", "for", "parallel", "sections"))
    inner = where.deeper(loop.value, task=False)
    point = maker.choice(("", f"#pragma omp cancellation point {construct}"))
    stop = f"#pragma omp cancel {construct}"
    if maker.chance(0.2):
        stop += f" if ({maker.value(where)} & 1u)"
    test = f"if (({maker.value(inner)} & 15u) == {hit}u)"
    again = ["#pragma omp barrier", "#pragma omp for", "for (int i = 0; i < 5; i++) ;"]
    if construct == "sections":
        parts = []
        for number in range(maker.number(2, 6)):
            test = f"if (({maker.value(where)} & 3u) == {number}u % 4u)"
            parts += ["#pragma omp section"]
            parts += block([point, test, *block([_found(found), stop])])
        body = ["#pragma omp sections", *block(parts)]
    elif construct == "parallel":
        stride = "i += omp_get_num_threads()"
        body = [f"for (int i = omp_get_thread_num(); i < {maker.hidden(60)}; {stride})"]
        test = f"if ((mix({maker.value(where)}, (unsigned)i) & 31u) == {hit}u)"
        body += block([test, *block([_found(found), stop]), point])
    else:
        body = [f"#pragma omp for {loops.schedule(maker)}", loop.header]
        body += block([test, *block([_found(found), stop]), point])
    if construct != "parallel":
        body += again
    elif maker.chance(0.5):
        body += ["#pragma omp cancellation point parallel", "#pragma omp barrier"]
    times = maker.number(1, 3)
    region = [f"#pragma omp parallel {threads(maker, where)}", *block(body)]
    return block(
        [
            f"int {found} = 0;",
            f"for (int again = 0; again < {times}; again++)",
            *block(region),
            *maker.note(where, f"(unsigned){found}"),
        ]
    )


def search_group(maker: Maker, where: Where) -> list[str]:
    """A search with tasks, which cancels their group."""
    found, k = maker.name("found"), maker.name("k")
    times = min(maker.choice((2, 5, 20)), where.work)
    inner = where.deeper(f"(unsigned){k}", task=True)
    test = f"if (({maker.value(inner)} & 7u) == 3u)"
    stop = block([_found(found), "#pragma omp cancel taskgroup"])
    point = maker.choice(([], ["#pragma omp cancellation point taskgroup"]))
    body = [*point, test, *stop]
    if maker.chance(0.4):
        body += ["#pragma omp task", "{ }"]
    spawn = [f"#pragma omp task shared({found}) firstprivate({k})", *block(body)]
    return block(
        [
            f"int {found} = 0;",
            "#pragma omp taskgroup",
            *block([f"for (int {k} = 0; {k} < {times}; {k}++)", *block(spawn)]),
            *maker.note(where, f"(unsigned){found}"),
        ]
    )
