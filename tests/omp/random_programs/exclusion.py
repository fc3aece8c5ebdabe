"""Atomics, critical sections and locks."""

from .maker import Maker, Where, block

# Operations that may happen in any order, and the types for each.
INTEGERS = ["int", "unsigned", "short", "unsigned char", "long", "long long", "unsigned long long"]
FLOATS = ["float", "double", "long double"]
ADD = [
    ("+", "{x} += {e};", INTEGERS + FLOATS),
    ("+", "{x} = {x} + {e};", INTEGERS + FLOATS),
    ("+", "{x} = {e} + {x};", INTEGERS + FLOATS),
    ("+", "{x} -= {e};", INTEGERS + FLOATS),
    ("+", "{x}++;", INTEGERS + FLOATS),
    ("+", "--{x};", INTEGERS + FLOATS),
    ("*", "{x} *= 2u * {e} + 1u;", ["unsigned", "unsigned long long", "unsigned char"]),
    ("^", "{x} ^= {e};", INTEGERS),
    ("&", "{x} &= ~{e};", INTEGERS),
    ("|", "{x} |= {e};", INTEGERS),
    ("|", "{x} = {e} | {x};", INTEGERS),
]
ORDER = ("", "", "", "seq_cst", "relaxed", "acq_rel", "release")


def shared(maker: Maker, type: str, key: str, first: str) -> str:
    """A global variable that one kind of operation changes anywhere in the program."""
    name = f"x_{maker.seed}_{type}_{key}".replace(" ", "_")
    for symbol, word in zip("+*^&|", ("add", "times", "xor", "and", "or"), strict=True):
        name = name.replace(symbol, word)
    text = f"static {type} {name} = {first};"
    if text not in maker.globals:
        maker.globals.append(text)
        maker.show(f"folded((unsigned long long)(long long){name})")
    return name


def add(maker: Maker, where: Where) -> list[str]:
    key, form, types = maker.choice(ADD)
    type = maker.choice(types)
    expression = maker.small(where, 2 if type == "float" else 9)  # exact up to 2^24
    if type in FLOATS:
        expression = f"({type}){expression}"
    elif key in "|&":
        expression = f"(1u << ({maker.value(where)} & 7u))"
    first = {"+": "0", "*": "3", "^": "5", "&": "127", "|": "0"}[key]
    x = shared(maker, type, key, first)
    order = maker.choice(ORDER)
    return [f"#pragma omp atomic {order}", form.format(x=x, e=expression)]


def count(maker: Maker, where: Where) -> list[str]:
    """Each thread that executes this statement gets a different number. The set of all numbers is
    known.
    """
    type = maker.choice(("int", "unsigned", "short", "unsigned char", "long long", "double"))
    x, got, step = maker.name("count"), maker.name(), maker.number(1, 3)
    maker.globals.append(f"static {type} {x};")
    maker.show(f"(unsigned){x}")
    forms = (
        (f"{{ {got} = {x}; {x} += {step}; }}", got),
        (f"{{ {x} = {x} + {step}; {got} = {x}; }}", got),
        (f"{got} = {x} += {step};", got),
        (f"{{ {got} = {x}; {x} = {step} + {x}; }}", got),
    )
    form, what = maker.choice(forms)
    order = maker.choice(("", "seq_cst", "acq_rel"))
    lines = [f"{type} {got};", f"#pragma omp atomic capture {order}", form]
    return block([*lines, *maker.note(where, f"(unsigned){what}")])


def exchange(maker: Maker, where: Where) -> list[str]:
    """Each thread swaps its value with a shared one. The sum of the values that threads find and of
    the last value does not depend on their order, since it is the sum of the values stored.
    """
    type = maker.choice(("int", "unsigned", "unsigned long long", "short", "double"))
    x, got, site = maker.name("swap"), maker.name(), maker.site()
    maker.globals.append(f"static {type} {x};")
    maker.ends.append(f"note({site}, (unsigned){x});")
    expression = f"({type}){maker.small(where, 12)}"
    return block(
        [
            f"{type} {got};",
            "#pragma omp atomic capture",
            f"{{ {got} = {x}; {x} = {expression}; }}",
            f"note({site}, (unsigned){got});",
        ]
    )


def lowest(maker: Maker, where: Where) -> list[str]:
    """Atomic operations that compare."""
    type = maker.choice(("int", "unsigned", "long long", "unsigned long long", "short"))
    less = maker.choice("<>")
    x, new = shared(maker, type, "low" if less == ">" else "high", "3000"), maker.name()
    form = maker.choice(
        (
            f"if ({x} {less} {new}) {{ {x} = {new}; }}",
            f"{x} = {x} {less} {new} ? {new} : {x};",
        )
    )
    declaration = f"{type} {new} = ({type}){maker.small(where, 13)};"
    return block([declaration, "#pragma omp atomic compare", form])


def halves(maker: Maker, where: Where) -> list[str]:
    """Stores and loads whole values atomically. No thread may see parts of two values."""
    type, one, two = maker.choice(
        (
            ("unsigned long long", "0x100000001ull", "0xfffffffeull"),
            ("double", "1.0000000001", "-3e300"),
            ("long long", "-1ll", "1ll << 40"),
        )
    )
    x, got = maker.name("whole"), maker.name()
    maker.globals.append(f"static {type} {x} = {one};")
    return block(
        [
            f"{type} {got};",
            "#pragma omp atomic write",
            f"{x} = {maker.value(where)} & 1u ? {one} : {two};",
            "#pragma omp atomic read",
            f"{got} = {x};",
            f"ok({got} == {one} || {got} == {two});",
        ]
    )


def _inside(maker: Maker, where: Where) -> list[str]:
    """Changes of a variable that is not atomic, by one thread at a time."""
    name = maker.name("sum")
    type = maker.choice(("unsigned", "unsigned long long", "double", "unsigned short"))
    maker.globals.append(f"static {type} {name};")
    maker.show(f"folded((unsigned long long){name})")
    lines = [f"{name} = {name} + ({type}){maker.small(where, 8)};"]
    if maker.chance(0.4):
        lines += maker.alone(where.deeper(simple=True))
    return lines


def critical(maker: Maker, where: Where) -> list[str]:
    if where.simple:
        return maker.note(where)
    # Each name is used in one place. Otherwise all threads would have to enter nested sections in
    # one order.
    name, hint = maker.choice(("", maker.name("c"), maker.name("c"))), ""
    if name and maker.chance(0.3):
        hint = "hint(2)"
    head = f"#pragma omp critical ({name}) {hint}" if name else "#pragma omp critical"
    return [head, *block(_inside(maker, where))]


def lock(maker: Maker, where: Where) -> list[str]:
    if maker.chance(0.25):
        own = maker.name("lock")
        # Each thread that comes here makes a lock of its own, which does not protect globals.
        use = [f"omp_set_lock(&{own});", *maker.note(where), f"omp_unset_lock(&{own});"]
        begin = f"omp_lock_t {own}; omp_init_lock(&{own}); ok(omp_test_lock(&{own}));"
        return block([begin, f"omp_unset_lock(&{own});", *use, f"omp_destroy_lock(&{own});"])
    # Each place has its own global lock, because statements inside may hold other locks.
    which = maker.name("lock")
    maker.globals.append(f"static omp_lock_t {which};")
    maker.starts.append(f"omp_init_lock(&{which});")
    take = maker.choice((f"omp_set_lock(&{which});", f"while (!omp_test_lock(&{which})) ;"))
    return [take, *block(_inside(maker, where)), f"omp_unset_lock(&{which});"]


def nest_lock(maker: Maker, where: Where) -> list[str]:
    which = maker.name("nest")
    maker.globals.append(f"static omp_nest_lock_t {which};")
    maker.starts.append(f"omp_init_nest_lock(&{which});")
    take, give = f"omp_set_nest_lock(&{which});", f"omp_unset_nest_lock(&{which});"
    test = f"ok(omp_test_nest_lock(&{which}) == 2);"
    test += f"\n#ifdef _OPENMP\n{give}\n#endif"
    inside = _inside(maker, where.deeper(simple=True))
    return [take, *block([test, take, *inside, give]), give]
