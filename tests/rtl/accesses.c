/* Random stores, loads, additions to counters, fences and pauses between four processes. Each
 * process has its own words in every process' shared block, and knows their expected values. At the
 * end every process checks its counter, and the words that the others have left in its block. Then
 * all processes meet at a barrier that uses a counter.
 *
 * SEED and STEPS choose the accesses. CROWD = 1 sends half of them to process 0. EXACT = 1 leaves
 * out accesses whose cycles may differ between simulator and hardware: loads, and accesses to the
 * process' own counter. */
#include <onchip/hal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { ALL = 4, WORDS = 16, BARRIER = 1 };

/* A process' part of each shared block. */
struct part {
    uint32_t words[WORDS];
    uint32_t check; /* a checksum of the words */
    uint32_t added; /* what this part's process has added to the block's counter */
    uint32_t flags; /* flags that this part's process has set in the block's process */
    uint32_t done;
};

struct block {
    struct part parts[ALL];
    uint32_t released;
};

static uint32_t random_state;
static union {
    uint32_t words[WORDS];
    uint16_t halves[2 * WORDS];
    uint8_t bytes[4 * WORDS];
} known[ALL];
static uint32_t added[ALL], flags[ALL];
static volatile uint32_t busy[8];

static uint32_t below(uint32_t count) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return (random_state >> 4) % count;
}

/* The synchronisation module of a process; the HAL has no name for it. */
static hal_address sync_of(int place) {
    return hal_counter_of(place, 0) - REGISTER_COUNTER_SHARE + REGISTER_SYNC;
}

static void fail(const char *what) {
    printf("process %d: wrong %s\n", hal_place(), what);
    exit(1);
}

static hal_address part_of(int place) {
    return hal_shared_of(place) + offsetof(struct block, parts) +
           (uint32_t)hal_place() * sizeof(struct part);
}

static int place_of_step(void) {
    return CROWD && below(2) ? 0 : (int)below(ALL);
}

/* A word to be stored, and where. */
struct store {
    hal_address to;
    uint32_t word;
};

/* Each process has eight flags in each process, itself included. A process clears flags only in
 * itself, and only those that it has set there. */
static struct store of_flag(int place) {
    uint32_t flag = 1u << (8 * hal_place() + (int)below(8));
    bool clears = place == hal_place() && (flags[place] & flag);
    flags[place] ^= clears ? flag : flag & ~flags[place];
    return (struct store){sync_of(place) + (clears ? REGISTER_SYNC_CLEAR : REGISTER_SYNC_SET),
                          flag};
}

static struct store any_store(void) {
    int place = place_of_step();
    uint32_t at = below(WORDS), kind = below(8), value = below(1u << 28) * 16 + below(16);
    if (kind == 0)
        return of_flag(place);
    if (kind == 1 && !(EXACT && place == hal_place())) {
        added[place] += value >> 12;
        return (struct store){hal_counter_of(place, 0) + REGISTER_COUNTER_VALUE, value >> 12};
    }
    known[place].words[at] = value;
    return (struct store){part_of(place) + 4 * at, value};
}

/* Four stores, one directly after the other. */
static __attribute__((noinline)) void store_four(const struct store stores[4]) {
    struct store a = stores[0], b = stores[1], c = stores[2], d = stores[3];
    __asm__ volatile("sw %1, 0(%0)\n\tsw %3, 0(%2)\n\tsw %5, 0(%4)\n\tsw %7, 0(%6)" ::"r"(a.to),
                     "r"(a.word), "r"(b.to), "r"(b.word), "r"(c.to), "r"(c.word), "r"(d.to),
                     "r"(d.word)
                     : "memory");
}

static __attribute__((noinline)) void load_four(const hal_address from[4], uint32_t words[4]) {
    hal_address a = from[0], b = from[1], c = from[2], d = from[3];
    __asm__ volatile("lw %0, 0(%0)\n\tlw %1, 0(%1)\n\tlw %2, 0(%2)\n\tlw %3, 0(%3)"
                     : "+r"(a), "+r"(b), "+r"(c), "+r"(d)::"memory");
    words[0] = a, words[1] = b, words[2] = c, words[3] = d;
}

static void check_loads(void) {
    hal_address from[4];
    uint32_t expected[4], words[4];
    for (int i = 0; i < 4; i++) {
        int place = place_of_step();
        uint32_t at = below(WORDS);
        from[i] = part_of(place) + 4 * at;
        expected[i] = known[place].words[at];
    }
    load_four(from, words);
    for (int i = 0; i < 4; i++)
        if (words[i] != expected[i])
            fail("word");
}

static void store_some(bool fence) {
    struct store stores[4];
    for (int i = 0; i < 4; i++)
        stores[i] = any_store();
    store_four(stores);
    if (fence)
        hal_fence();
}

/* All processes set flags of process 0 at the same time. Meanwhile process 0 sets and clears its
 * own flags. */
static void set_flags_together(void) {
    for (int round = 0; round < 100; round++) {
        struct store stores[4];
        for (int i = 0; i < 4; i++)
            stores[i] = of_flag(0);
        for (uint32_t i = below(8); i; i--)
            busy[i]++;
        store_four(stores);
        if (hal_place() == 0 && ((hal_sync_read() ^ flags[0]) & 0xff))
            fail("own flags");
    }
}

/* Stores to a word, then loads it: the load must not overtake the stores. */
static void check_order(void) {
    int place = place_of_step();
    uint32_t at = below(WORDS), words[4];
    hal_address to = part_of(place) + 4 * at;
    struct store stores[4];
    for (uint32_t i = 0; i < 4; i++)
        stores[i] = (struct store){to, known[place].words[at] += 0x1234567 * (i + 1)};
    store_four(stores);
    load_four((hal_address[4]){to, to, to, to}, words);
    for (int i = 0; i < 4; i++)
        if (words[i] != known[place].words[at])
            fail("order");
}

/* Stores a byte, and sometimes half of the word, too. */
static void store_part(void) {
    int place = place_of_step();
    uint32_t at = below(WORDS), byte = below(4), half = below(2), value = below(1u << 16);
    hal_address to = part_of(place) + 4 * at;
    known[place].bytes[4 * at + byte] = (uint8_t)value;
    *(volatile uint8_t *)(to + byte) = (uint8_t)value;
    if (below(2)) {
        known[place].halves[2 * at + half] = (uint16_t)value;
        *(volatile uint16_t *)(to + 2 * half) = (uint16_t)value;
    }
}

static void step(void) {
    uint32_t kind = below(16);
    if (kind < 6) {
        store_some(kind == 0);
    } else if (kind < 8) {
        store_part();
    } else if (kind < 10) {
        if (!EXACT)
            check_loads();
    } else if (kind < 12) {
        if (!EXACT)
            check_order();
    } else if (kind == 12) {
        hal_arm(busy, sizeof busy);
        hal_wait(hal_cycles() + below(500));
    } else {
        for (uint32_t i = below(20); i; i--)
            busy[i % 8] += busy[(i + 3) % 8] + i;
    }
}

/* Tells a process which values it must find, and then, with `done`, that it may check them. No
 * fence is needed. */
static void tell(int place) {
    uint32_t check = 1;
    for (int word = 0; word < WORDS; word++)
        check = check * 31 + known[place].words[word];
    hal_address part = part_of(place);
    hal_store(part + offsetof(struct part, check), check);
    hal_store(part + offsetof(struct part, added), added[place]);
    hal_store(part + offsetof(struct part, flags), flags[place]);
    hal_store(part + offsetof(struct part, done), 1);
}

static void await(const uint32_t *word) {
    for (;;) {
        hal_arm(word, sizeof *word);
        if (hal_observe(word))
            return;
        hal_wait(HAL_NEVER);
    }
}

int main(void) {
    struct block *mine = hal_shared();
    int me = hal_place();
    random_state = SEED * 4u + (uint32_t)me + 1;
    if (me == 0) {
        hal_counter_set(BARRIER, -ALL, -ALL);
        for (int place = 0; place < ALL; place++)
            hal_counter_notify(BARRIER, place,
                               hal_shared_of(place) + offsetof(struct block, released), 1);
    }
    for (int i = 0; i < STEPS; i++)
        step();
    set_flags_together();
    for (int place = 0; place < ALL; place++)
        tell(place);
    uint32_t all_added = 0, all_flags = 0;
    for (int from = 0; from < ALL; from++) {
        struct part *part = &mine->parts[from];
        await(&part->done);
        uint32_t check = 1;
        for (int word = 0; word < WORDS; word++)
            check = check * 31 + part->words[word];
        if (check != part->check)
            fail("words from another process");
        all_added += part->added;
        all_flags |= part->flags;
    }
    if ((uint32_t)hal_counter_value(hal_counter_of(me, 0)) != all_added)
        fail("counter");
    if (hal_sync_read() != all_flags)
        fail("flags");
    if (!EXACT) {
        hal_counter_add(hal_counter_of(0, BARRIER), 1);
        await(&mine->released);
        check_loads();
        hal_fence();
    }
    printf("process %d: right\n", me);
    return 0;
}
