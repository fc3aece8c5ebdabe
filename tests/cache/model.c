/* A data cache as textbooks describe it, for a comparison with the simulator's.
 *
 * Reads the records of a core's accesses (simulator/src/tile/cores/access_log.rs), and prints the
 * accesses that hit after the line was there, the lines fetched, the packets of dirty bytes, and
 * the dirty bytes that these packets have carried. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum what { LOAD, STORE, ATOMIC, FENCE, CLEAN, FLUSH, INVALIDATE, ZERO };
enum { FIRST_CACHED = 0xc0000000u, START = 0x20000078, BYTES = 0x2000007c, COMMAND = 0x20000084 };
enum { MOST_WAYS = 16, MOST_BYTES = 128 };

struct record {
    uint8_t what, bytes, order, unused;
    uint32_t address, value;
};

struct way {
    int is_present;
    uint32_t line; /* the address without the bits inside a line */
    unsigned char dirty[MOST_BYTES];
};

struct set {
    struct way ways[MOST_WAYS];
    int by_use[MOST_WAYS]; /* the ways, the least recently used one first */
    int next;              /* "round_robin" */
    int right[MOST_WAYS];  /* "tree": whether node i chooses its victim at 2 i + 2 or at 2 i + 1 */
    uint64_t random;
};

static uint32_t line_bytes, ways, set_count, piece;
static const char *replacement, *write_policy, *write_miss;
static struct set *sets;
static uint32_t start, length;
static uint64_t hits, fetches, packets, dirty_bytes;

/* SplitMix64, as published in 2014 by Steele, Lea and Flood. */
static uint64_t split_mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static struct set *set_of(uint32_t address) {
    return &sets[address / line_bytes % set_count];
}

static struct way *find(uint32_t address) {
    struct set *set = set_of(address);
    for (uint32_t i = 0; i < ways; i++)
        if (set->ways[i].is_present && set->ways[i].line == address / line_bytes)
            return &set->ways[i];
    return NULL;
}

/* Sends the dirty bytes of a line: one packet for each run of adjacent bytes, cut at multiples of
 * `piece`. */
static void write_back(struct way *way) {
    for (uint32_t i = 0; i < line_bytes; i++) {
        if (!way->dirty[i])
            continue;
        dirty_bytes++;
        if (i % piece == 0 || !way->dirty[i - 1])
            packets++;
    }
    memset(way->dirty, 0, sizeof way->dirty);
}

static void drop(struct way *way) {
    way->is_present = 0;
    memset(way->dirty, 0, sizeof way->dirty);
}

static void all(enum what operation) {
    for (uint32_t s = 0; s < set_count; s++)
        for (uint32_t i = 0; i < ways; i++) {
            struct way *way = &sets[s].ways[i];
            if (!way->is_present)
                continue;
            if (operation != INVALIDATE)
                write_back(way);
            if (operation != CLEAN)
                drop(way);
        }
}

static void use(struct set *set, int way) {
    hits++;
    int at = 0;
    while (set->by_use[at] != way)
        at++;
    memmove(&set->by_use[at], &set->by_use[at + 1], (ways - 1 - at) * sizeof(int));
    set->by_use[ways - 1] = way;
    int low = 0, high = ways;
    for (int node = 0; high - low > 1;) {
        int middle = (low + high) / 2;
        set->right[node] = way < middle;
        node = 2 * node + (way < middle ? 1 : 2);
        *(way < middle ? &high : &low) = middle;
    }
}

static int victim(struct set *set) {
    for (uint32_t i = 0; i < ways; i++)
        if (!set->ways[i].is_present)
            return i;
    if (!strcmp(replacement, "lru"))
        return set->by_use[0];
    if (!strcmp(replacement, "round_robin"))
        return set->next;
    if (!strcmp(replacement, "random"))
        return (set->random >> 32) % ways;
    int low = 0, high = ways;
    for (int node = 0; high - low > 1;) {
        int middle = (low + high) / 2, right = set->right[node];
        node = 2 * node + (right ? 2 : 1);
        *(right ? &low : &high) = middle;
    }
    return low;
}

/* Gives a line a way of its set. */
static struct way *take(uint32_t address) {
    struct set *set = set_of(address);
    int number = victim(set);
    struct way *way = &set->ways[number];
    if (way->is_present)
        write_back(way);
    drop(way);
    *way = (struct way){.is_present = 1, .line = address / line_bytes};
    set->next = (number + 1) % ways;
    set->random = split_mix(set->random);
    return way;
}

static void order(int bits) {
    if (bits & 1)
        all(FLUSH);
    else if (bits & 2)
        all(CLEAN);
}

static void access(const struct record *r) {
    uint32_t address = r->address, inside = address % line_bytes;
    if (r->what == STORE && (address == START || address == BYTES)) {
        all(FLUSH);
        uint64_t first = (r->value + (uint64_t)line_bytes - 1) / line_bytes * line_bytes;
        if (address == START)
            start = first, length = 0;
        else
            length = ((uint64_t)start + r->value) / line_bytes * line_bytes - start;
        return;
    }
    if (r->what == STORE && address == COMMAND)
        return all(r->value == 1 ? CLEAN : r->value == 2 ? FLUSH : INVALIDATE);
    if (r->what == ATOMIC)
        order(r->order);
    if (address < FIRST_CACHED || address - start >= length)
        return;
    struct way *way = find(address);
    int through = !strcmp(write_policy, "through");
    if (r->what == ZERO) {
        way = way ? way : take(address);
        memset(way->dirty, 1, line_bytes);
        if (through)
            write_back(way);
        return use(set_of(address), way - set_of(address)->ways);
    }
    int allocates = !through && !strcmp(write_miss, "allocate");
    switch ((enum what)r->what) {
    case LOAD:
        if (!way)
            way = take(address), fetches++;
        break;
    case STORE:
        if (!way && allocates)
            way = take(address), fetches++;
        if (way && !through)
            memset(&way->dirty[inside], 1, r->bytes);
        break;
    default:
        if (way) {
            if (r->what == ATOMIC || r->what == CLEAN || r->what == FLUSH)
                write_back(way);
            if (r->what != CLEAN)
                drop(way);
        }
        return;
    }
    if (way)
        use(set_of(address), way - set_of(address)->ways);
}

int main(int argc, char **argv) {
    if (argc != 9) {
        fprintf(stderr, "model kB LINE WAYS REPLACEMENT SEED WRITE WRITE_MISS PIECE < records\n");
        return 2;
    }
    line_bytes = atoi(argv[2]);
    ways = atoi(argv[3]);
    set_count = atoi(argv[1]) * 1024 / line_bytes / ways;
    replacement = argv[4];
    write_policy = argv[6];
    write_miss = argv[7];
    piece = atoi(argv[8]);
    sets = calloc(set_count, sizeof *sets);
    for (uint32_t s = 0; s < set_count; s++) {
        sets[s].random = split_mix(strtoull(argv[5], NULL, 10) << 32 | s);
        for (uint32_t i = 0; i < ways; i++)
            sets[s].by_use[i] = i;
    }
    struct record r;
    uint64_t count = 0;
    for (; fread(&r, sizeof r, 1, stdin) == 1;
         count += r.what < ATOMIC && r.address >= FIRST_CACHED)
        r.what == FENCE ? order(r.order) : access(&r);
    printf("%llu %llu %llu %llu %llu\n", (unsigned long long)count, (unsigned long long)hits,
           (unsigned long long)fetches, (unsigned long long)packets,
           (unsigned long long)dirty_bytes);
}
