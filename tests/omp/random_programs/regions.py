"""Parallel regions, for any place that only one thread reaches."""

from . import loops, reductions
from .maker import Maker, Where, block
from .team import invariants, sections, shared_loop, team


def threads(maker: Maker, where: Where) -> str:
    """Clauses that determine the number of threads."""
    count = maker.choice((1, 2, 2, 3, 4, 5, 8))
    condition = f"{maker.value(where)} & 3u" if maker.chance(0.5) else maker.hidden(0)
    bind = maker.choice(("close", "spread", "primary"))
    return maker.some(
        f"num_threads({maker.hidden(count)})",
        f"if ({maker.choice(('', 'parallel : '))}{condition})" if maker.chance(0.4) else "",
        f"proc_bind({bind})" if maker.chance(0.2) else "",
        share=0.5,
    )


def _within(where: Where, *values: str, times: int = 1) -> Where:
    level = None if where.level is None else where.level + 1
    return where.deeper(*values, times=times, level=level, task=False)


def parallel(maker: Maker, where: Where) -> list[str]:
    own, start, name = maker.name(), maker.name(), maker.name("r")
    reduction = reductions.reduction(maker, name)
    inner = _within(where, f"{start}[1]", f"{own}.low", times=2)
    outer = [
        f"unsigned {start}[3] = {{1, {maker.value(where)}, 3}};",
        f"struct pair {own} = {{(int)({start}[1] % 1000), 1.5}};",
        *reduction.declaration,
    ]
    pragma = f"#pragma omp parallel firstprivate({own}) {reduction.clause} "

    def body():
        return [
            *invariants(maker, inner),
            f"ok({own}.low == (int)({start}[1] % 1000));",
            *team(maker, inner),
            # One thread adds something.
            "#pragma omp single nowait",
            *block(reduction.use(maker.value(inner))),
        ]

    region = maker.region(pragma + threads(maker, where), body)
    return block([*outer, *region, *maker.note(where, reduction.value)])


def parallel_loop(maker: Maker, where: Where) -> list[str]:
    head = f"#pragma omp parallel for {threads(maker, where)}"
    return shared_loop(maker, _within(where), head)


def parallel_sections(maker: Maker, where: Where) -> list[str]:
    head = f"#pragma omp parallel sections {threads(maker, where)}"
    return sections(maker, _within(where), head)


def copyin(maker: Maker, where: Where) -> list[str]:
    """Variables that each thread has its own copy of. A target region may not use them."""
    if where.task or not where.host:
        return maker.note(where)
    name, before = maker.name("own"), maker.name()
    big = maker.chance(0.3)
    array = f"[{maker.number(2, 90)}]" if big else ""
    maker.globals.append(f"static unsigned {name}{array};\n#pragma omp threadprivate({name})")
    use = f"{name}[{1 if big else ''}]" if big else name
    loop = loops.loop(maker, 20)
    return block(
        [
            f"unsigned {before} = {maker.value(where)};",
            f"{use} = {before};",
            f"#pragma omp parallel copyin({name}) {threads(maker, where)}",
            *block(
                [
                    f"ok({use} == {before});",
                    f"{use} += (unsigned)omp_get_thread_num();",
                    "#pragma omp for nowait " + loops.schedule(maker),
                    loop.header,
                    *block(maker.note(where, loop.value)),
                    f"ok({use} == {before} + (unsigned)omp_get_thread_num());",
                ]
            ),
            f"ok({use} == {before});",
            *maker.note(where, use),
        ]
    )


def task_reduction(maker: Maker, where: Where) -> list[str]:
    """Tasks that take part in the reduction of a team's construct."""
    made = reductions.reduction(maker, maker.name("r"), modifier="task, ")
    k, times = maker.name("k"), maker.number(1, 6)
    inner = _within(where, f"(unsigned){k}", times=times)
    joins = made.clause.replace("reduction(task, ", "in_reduction(")
    task = [f"#pragma omp task {joins} firstprivate({k}) {maker.some('untied')}"]
    task += block([*made.use(maker.value(inner)), *maker.note(inner)])
    loop = [f"for (int {k} = 0; {k} < {maker.hidden(times)}; {k}++)", *block(task)]
    kind = maker.choice(("parallel", "for", "sections", "parallel for"))
    # A reduction with the modifier `task` needs its construct's barrier, so no construct is
    # `nowait`.
    head = f"#pragma omp parallel {threads(maker, where)}"
    if kind == "parallel":
        single = ["#pragma omp single nowait", *block(loop)]
        region = [f"{head} {made.clause}", *block(single)]
    elif kind == "for":
        region = [head, *block([f"#pragma omp for {made.clause} {loops.schedule(maker)}", *loop])]
    elif kind == "sections":
        parts = ["#pragma omp section", *block(loop)] * maker.number(1, 3)
        region = [head, *block([f"#pragma omp sections {made.clause}", *block(parts)])]
    else:
        schedule = loops.schedule(maker)
        text = head.replace("parallel", "parallel for", 1)
        region = [f"{text} {made.clause} {schedule}", *loop]
    return block([*made.declaration, *region, *maker.note(where, made.value)])
