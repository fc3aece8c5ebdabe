"""Tasks: alone, in groups, with results, with dependences, and in loops."""

from . import loops, reductions
from .maker import Maker, Where, block


def _clauses(maker: Maker, where: Where) -> str:
    condition = f"{maker.value(where)} & 3u" if maker.chance(0.5) else maker.hidden(0)
    final = f"{maker.value(where)} & 1u" if maker.chance(0.5) else maker.hidden(1)
    return maker.some(
        f"if ({maker.choice(('', 'task : '))}{condition})",
        f"final({final})",
        "untied",
        "mergeable",
        f"priority({maker.hidden(3)})",
        share=0.12,
    )


def _within(where: Where, *values: str, times: int = 1, **changes) -> Where:
    return where.deeper(*values, times=times, task=True, **changes)


def task(maker: Maker, where: Where) -> list[str]:
    own = maker.name()
    data = f"{maker.name('data')}"
    length = maker.choice((1, 2, 5, 11, 40))
    inner = _within(where, own, f"{data}.a[{length - 1}]")
    return block(
        [
            f"unsigned {own} = {maker.value(where)};",
            f"struct {{ unsigned a[{length}]; }} {data} = {{{{0}}}};",
            f"{data}.a[{length - 1}] = {own} * 3u;",
            f"#pragma omp task firstprivate({own}, {data}) {_clauses(maker, where)}",
            *block([f"ok({data}.a[{length - 1}] == {own} * 3u);", *maker.alone(inner)]),
            # Changes the variables after the task was created; the task uses its own copies.
            f"{own} = 0; {data}.a[{length - 1}] = 1;",
        ]
    )


def target(maker: Maker, where: Where) -> list[str]:
    """A region for the device, which is the host, with a result."""
    if not where.host:
        return maker.note(where)
    own, data, into = maker.name(), maker.name("data"), maker.name("into")
    length = maker.choice((1, 2, 5, 11, 40))
    inner = _within(where, own, f"{data}.a[{length - 1}]", level=0, host=False)
    clauses = maker.some(f"depend(inout : {into})", f"if ({maker.hidden(1)})")
    if maker.chance(0.4):
        # The region only reads, because GCC 12 loses what a `target nowait` region stores in
        # scalars that it maps implicitly.
        body, clauses = maker.note(inner), f"nowait {clauses}"
    else:
        body = maker.alone(inner)
    return block(
        [
            f"unsigned {own} = {maker.value(where)}, {into} = 0;",
            f"struct {{ unsigned a[{length}]; }} {data} = {{{{0}}}};",
            f"{data}.a[{length - 1}] = {own} * 3u;",
            # Without `defaultmap`, scalars that no clause names would be private in the region.
            f"#pragma omp target firstprivate({own}, {data}) map(tofrom : {into}) "
            f"defaultmap(tofrom : scalar) {clauses}",
            *block(
                [
                    f"ok({data}.a[{length - 1}] == {own} * 3u);",
                    *body,
                    f"{into} = {maker.value(inner)};",
                    f"{own} = 0; {data}.a[{length - 1}] = 1;",
                ]
            ),
            "#pragma omp taskwait",
            f"ok({data}.a[{length - 1}] == {own} * 3u);",
            *maker.note(where, into),
        ]
    )


def results(maker: Maker, where: Where) -> list[str]:
    """Tasks that store their results, and a thread that waits for the tasks."""
    into, count = maker.name("into"), min(maker.choice((1, 2, 3, 6)), where.work)
    lines = [f"unsigned {into}[{count}] = {{0}};"]
    inner = _within(where, "(unsigned)at", times=count)
    body = [f"{into}[at] = {maker.value(inner)};"]
    if maker.chance(0.5):
        body += maker.alone(inner)
    lines += [
        f"for (int at = 0; at < {count}; at++)",
        *block(
            [
                f"#pragma omp task shared({into}) firstprivate(at) {_clauses(maker, where)}",
                *block(body),
            ]
        ),
        "#pragma omp taskwait",
        f"for (int at = 0; at < {count}; at++)",
        *block(maker.note(where, f"{into}[at]")),
    ]
    return block(lines)


def chain(maker: Maker, where: Where) -> list[str]:
    """Tasks with dependences; their results show their order."""
    d, k = maker.name("d"), maker.name("k")
    size = maker.choice((1, 2, 4, 7))
    times = min(maker.choice((1, 2, 5, 12)), max(where.work // 4, 1))
    element = maker.choice(("unsigned", "unsigned char", "unsigned long long"))
    lines = [f"{element} {d}[{size}] = {{1}};", f"for (int {k} = 0; {k} < {times}; {k}++)"]
    spawns = []
    for _ in range(maker.number(1, 4)):
        to = f"({k} * {maker.number(0, 3)} + {maker.number(0, 6)}) % {size}"
        of = f"({k} * {maker.number(0, 3)} + {maker.number(0, 6)}) % {size}"
        spawns += _link(maker, where, d, k, to, of, size)
    lines += block(spawns)
    everything = f"depend(iterator(all = 0 : {size}), in : {d}[all])"
    wait = maker.choice(("#pragma omp taskwait", f"#pragma omp taskwait {everything}"))
    lines += [wait, f"for (int i = 0; i < {size}; i++)"]
    lines += maker.note(where, f"(unsigned){d}[i]")
    if "depend" in wait:
        lines += ["#pragma omp taskwait"]
    if maker.chance(0.3):
        return ["#pragma omp taskgroup", *block(lines)]
    return block(lines)


def _link(maker: Maker, where: Where, d, k, to, of, size) -> list[str]:
    """A task of a chain, and the clauses that keep it in order."""
    own = _clauses(maker, where)
    shared = f"shared({d}) firstprivate({k}) {own}"
    constant = maker.number(1, 9)
    work = f"mix((unsigned){d}[{of}], {k} + {constant}u)"
    kind = maker.choice(("out", "inout", "two", "mutexinoutset", "depobj", "iterator"))
    if kind == "out":
        return [f"#pragma omp task depend(out : {d}[{to}]) {shared}", f"{d}[{to}] = {constant};"]
    if kind == "inout":
        update = f"{d}[{to}] = mix((unsigned){d}[{to}], {k} + {constant}u);"
        return [f"#pragma omp task depend(inout : {d}[{to}]) {shared}", update]
    if kind == "two":
        clauses = [f"depend(in : {d}[{of}])", f"depend(inout : {d}[{to}])"]
        maker.dice.shuffle(clauses)
        return [f"#pragma omp task {' '.join(clauses)} {shared}", f"{d}[{to}] += {work};"]
    if kind == "mutexinoutset":
        update = f"{d}[{to}] += {constant};"
        return [f"#pragma omp task depend(mutexinoutset : {d}[{to}]) {shared}", update] * 2
    if kind == "depobj":
        name = maker.name("object")
        change = maker.choice(("", f"#pragma omp depobj({name}) update(inout)"))
        first = maker.choice(("in", "out", "inout")) if change else "inout"
        return block(
            [
                f"omp_depend_t {name};",
                f"#pragma omp depobj({name}) depend({first} : {d}[{to}])",
                change,
                f"#pragma omp task depend(depobj : {name}) {shared}",
                f"{d}[{to}] = mix((unsigned){d}[{to}], 5u);",
                f"#pragma omp depobj({name}) destroy",
            ]
        )
    clause = f"depend(iterator(j = 0 : {size}), inout : {d}[j])"
    update = f"for (int i = 0; i < {size}; i++) {d}[i] = mix((unsigned){d}[i], {k} + 1u);"
    return [f"#pragma omp task {clause} {shared}", update]


def group(maker: Maker, where: Where) -> list[str]:
    """A group: all tasks that have begun in it are complete at its end."""
    done = maker.name("done")
    times = min(maker.number(1, 4), where.work)
    k = maker.name("k")
    inner = _within(where, f"(unsigned){k}", times=2 * times)
    return block(
        [
            f"int {done} = 0;",
            "#pragma omp taskgroup",
            *block(
                [
                    f"for (int {k} = 0; {k} < {times}; {k}++)",
                    *block(
                        [
                            f"#pragma omp task shared({done}) firstprivate({k}) "
                            + _clauses(maker, where),
                            *block(
                                [
                                    *maker.alone(inner),
                                    f"#pragma omp task shared({done})",
                                    *block(
                                        [
                                            *maker.note(inner),
                                            f"\n#pragma omp atomic\n{done}++;",
                                        ]
                                    ),
                                ]
                            ),
                        ]
                    ),
                ]
            ),
            f"note({maker.site()}, {done} + 100u * ({done} == {times}));",
        ]
    )


def group_reduction(maker: Maker, where: Where) -> list[str]:
    """Tasks that add to a variable of their group."""
    r = maker.name("r")
    made = reductions.reduction(maker, r)
    times, k = min(maker.number(1, 9), where.work), maker.name("k")
    inner = _within(where, f"(unsigned){k}", times=times)
    clause = made.clause.replace("reduction(", "task_reduction(")
    # An array section must have the same length in both clauses.
    joins = made.clause.replace("reduction(", "in_reduction(")
    return block(
        [
            *made.declaration,
            f"#pragma omp taskgroup {clause}",
            *block(
                [
                    f"for (int {k} = 0; {k} < {times}; {k}++)",
                    *block(
                        [
                            f"#pragma omp task {joins} firstprivate({k}) {_clauses(maker, where)}",
                            *block(made.use(maker.value(inner))),
                        ]
                    ),
                ]
            ),
            *maker.note(where, made.value),
        ]
    )


def taskloop(maker: Maker, where: Where) -> list[str]:
    most = max(min(40, where.work), 2)
    first = loops.loop(maker, most)
    inner = _within(where, first.value, times=max(first.count, 1))
    headers, after = [first.header], []
    size = maker.hidden(maker.choice((1, 2, 5, 100)))
    strict = maker.choice(("", "", "strict : "))
    parts = maker.choice(("", f"grainsize({strict}{size})", f"num_tasks({strict}{size})"))
    clauses = [parts, _clauses(maker, where).replace("task :", "taskloop :")]
    declaration, body = [], []
    if maker.chance(0.2) and first.count * 3 < most:
        second = loops.loop(maker, 3)
        headers.append(second.header)
        inner = inner.deeper(second.value, times=max(second.count, 1))
        clauses.append("collapse(2)")
        first.count *= second.count
    if maker.chance(0.3):
        r = maker.name("r")
        made = reductions.reduction(maker, r)
        declaration, clauses = made.declaration, [*clauses, made.clause]
        body, after = made.use(maker.value(inner)), maker.note(where, made.value)
    elif first.count and maker.chance(0.3):
        last = maker.name("last")
        declaration, clauses = [f"unsigned {last} = 77;"], [*clauses, f"lastprivate({last})"]
        body, after = [f"{last} = {maker.value(inner)};"], maker.note(where, last)
    elif maker.chance(0.3):
        clauses.append("nogroup")
        after = maker.choice(([], ["#pragma omp taskwait"]))
    kind = "taskloop simd" if body and maker.chance(0.3) else "taskloop"
    body += maker.alone(inner) if kind == "taskloop" else []
    pragma = f"#pragma omp {kind} {' '.join(clauses)}"
    return block([*declaration, pragma, *headers, *block(body), *after])


def recursion(maker: Maker, where: Where) -> list[str]:
    return maker.note(where, f"fib({maker.number(3, 9)}u)")


def detached(maker: Maker, where: Where) -> list[str]:
    """A task that becomes complete only when another task fulfils its event."""
    # In a final task, or outside of regions, the first task would wait for the second one, which
    # comes later.
    if where.task or not where.level:
        return maker.note(where)
    event, d = maker.name("event"), maker.name("d")
    other = [f"#pragma omp task shared({d}) firstprivate({event})"]
    other += block([f"\n#pragma omp atomic write\n{d} = 5;", f"omp_fulfill_event({event});"])
    return block(
        [
            f"unsigned {d} = 1, after = 0;",
            f"omp_event_handle_t {event} = (omp_event_handle_t)0;",
            "#pragma omp taskgroup",
            *block(
                [
                    f"#pragma omp task depend(out : {d}) detach({event})",
                    "{ }",
                    *other,
                    f"#pragma omp task depend(in : {d}) shared({d}, after)",
                    f"after = {d};",
                ]
            ),
            *maker.note(where, "after"),
        ]
    )


def events(maker: Maker, where: Where) -> list[str]:
    """Tasks that end by events. Another task, a region inside this one, or this thread fulfils the
    event.
    """
    # In a final task, or outside of regions, this thread would wait for a task that comes later.
    if where.task or not where.level:
        return maker.note(where)
    event, d, k = maker.name("event"), maker.name("d"), maker.name("k")
    times, after = maker.number(1, 4), maker.number(1, 3)
    inner = where.deeper(f"(unsigned){k}", times=times)
    fulfil = f"omp_fulfill_event({event}[{k}]);"
    kind = maker.choice(("task", "region", "alone", "here", "nested task"))
    if kind == "task":
        body = [f"#pragma omp task {maker.some('untied', 'priority(2)')}", *block([fulfil])]
    elif kind == "region":
        body = ["#pragma omp parallel num_threads(2)", "#pragma omp single", *block([fulfil])]
    elif kind == "alone":
        body = ["#pragma omp parallel num_threads(1)", *block([fulfil])]
    elif kind == "here":
        body = [fulfil]
    else:
        last = ["#pragma omp task", *block([*maker.note(inner), fulfil]), "#pragma omp taskwait"]
        body = ["#pragma omp task", *block(last)]
    waits = []
    for _ in range(after):
        waits += [f"#pragma omp task depend(inout : {d}[{k}]) shared({d})"]
        waits += block([f"{d}[{k}] = mix({d}[{k}], {maker.number(1, 9)}u);"])
    # GCC 12 does not notice that the construct stores the event, so a volatile pointer holds its
    # address.
    first = [
        "omp_event_handle_t own = (omp_event_handle_t)0, *volatile at = &own;",
        f"#pragma omp task depend(out : {d}[{k}]) detach(own) shared({d})",
        *block([f"{d}[{k}] = {k} + 1u;"]),
        f"{event}[{k}] = *at;",
        *waits,
    ]
    each = f"for (int {k} = 0; {k} < {times}; {k}++)"
    show = maker.note(where, f"{d}[{k}]")
    return block(
        [
            f"unsigned {d}[{times}] = {{0}};",
            f"omp_event_handle_t {event}[{times}];",
            each,
            *block(first),
            each,
            *block(body),
            "#pragma omp taskwait",
            each,
            *block(show),
        ]
    )


def held(maker: Maker, where: Where) -> list[str]:
    """Tied tasks that hold a lock while they wait for their children. A thread that waits in one of
    them must not begin another of these tasks (OpenMP 5.2, 12.9).
    """
    if where.task:
        return maker.note(where)
    which, total, k = maker.name("lock"), maker.name("sum"), maker.name("k")
    maker.globals.append(f"static omp_lock_t {which}; static unsigned {total};")
    maker.starts.append(f"omp_init_lock(&{which});")
    maker.show(total)
    times, children = maker.number(2, 8), maker.number(1, 4)
    inner = _within(where, f"(unsigned){k}", times=times * children)
    child = [*maker.note(inner), f"\n#pragma omp atomic\n{total}++;"]
    body = [
        f"omp_set_lock(&{which});",
        f"for (int i = 0; i < {children}; i++)",
        *block([f"#pragma omp task {maker.some('mergeable', 'untied')}", *block(child)]),
        maker.choice(("#pragma omp taskwait", "#pragma omp taskyield\n#pragma omp taskwait")),
        f"omp_unset_lock(&{which});",
    ]
    end = maker.choice(("#pragma omp taskwait", ""))
    spawn = [f"#pragma omp task firstprivate({k}) {maker.some('priority(3)')}", *block(body)]
    return block([f"for (int {k} = 0; {k} < {times}; {k}++)", *block(spawn), end])
