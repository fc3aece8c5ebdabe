/* A data cache as in textbooks, for comparison with the simulator's cache, optionally with a second
 * level behind it that only this core uses. The second level keeps the lines that it has fetched,
 * and accepts dirty bytes of these lines.
 *
 * Reads the records of a core's accesses (simulator/src/tile/cores/access_log.rs). Prints the count
 * of accesses to memory that may be cached, and four numbers: the accesses that hit a line that is
 * present, the lines fetched, the packets of dirty bytes, and the dirty bytes in these packets. It
 * also prints these four for the second level, where only fetches of lines count as accesses. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum what { LOAD, STORE, ATOMIC, FENCE, CLEAN, FLUSH, INVALIDATE, ZERO };
enum { FIRST_CACHED = 0xc0000000u, START = 0x20000078, BYTES = 0x2000007c, COMMAND = 0x20000084 };
enum { MOST_WAYS = 16, MOST_BYTES = 128, ANNOUNCING = 16 };

struct record {
    uint8_t what, bytes, order, since_fence;
    uint32_t address, value;
};

struct way {
    int is_present;
    uint32_t line; /* the address without the bits inside a line */
    unsigned char dirty[MOST_BYTES];
};

struct set {
    struct way ways[MOST_WAYS];
    int by_use[MOST_WAYS]; /* for "lru": the ways, the least recently used one first */
    int next;              /* for "round_robin": the next victim */
    int right[MOST_WAYS];  /* for "tree": whether node i finds its victim at 2 i + 2 or 2 i + 1 */
    uint64_t random;
};

struct cache {
    uint32_t ways, set_count;
    const char *replacement;
    struct set *sets;
    struct cache *behind; /* NULL: memory */
    uint64_t hits, fetches, packets, dirty_bytes;
};

static uint32_t line_bytes, piece;
static const char *write_policy, *write_miss;
static struct cache first, second;
static uint32_t start, length;
static int may_bypass; /* whether a store soon after a fence goes past the cache to memory */

/* SplitMix64, as published in 2014 by Steele, Lea and Flood. */
static uint64_t split_mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static struct set *set_of(struct cache *cache, uint32_t address) {
    return &cache->sets[address / line_bytes % cache->set_count];
}

static struct way *find(struct cache *cache, uint32_t address) {
    struct set *set = set_of(cache, address);
    for (uint32_t i = 0; i < cache->ways; i++)
        if (set->ways[i].is_present && set->ways[i].line == address / line_bytes)
            return &set->ways[i];
    return NULL;
}

/* Puts dirty bytes into the second level's line for the address, if it has this line. */
static int absorb(struct cache *cache, uint32_t address, const unsigned char *dirty,
                  uint32_t bytes) {
    struct way *way = cache ? find(cache, address) : NULL;
    for (uint32_t i = 0; way && i < bytes; i++)
        way->dirty[address % line_bytes + i] |= dirty[i];
    return way != NULL;
}

/* Sends the dirty bytes of a line. Each sequence of adjacent dirty bytes becomes a packet, or
 * several, because packets are cut at multiples of `piece`. */
static void write_back(struct cache *cache, struct way *way) {
    for (uint32_t i = 0; i < line_bytes; i++) {
        if (!way->dirty[i])
            continue;
        cache->dirty_bytes++;
        if (i % piece == 0 || !way->dirty[i - 1])
            cache->packets++;
    }
    absorb(cache->behind, way->line * line_bytes, way->dirty, line_bytes);
    memset(way->dirty, 0, sizeof way->dirty);
}

static void drop(struct way *way) {
    way->is_present = 0;
    memset(way->dirty, 0, sizeof way->dirty);
}

static void all(struct cache *cache, enum what operation) {
    for (uint32_t s = 0; s < cache->set_count; s++)
        for (uint32_t i = 0; i < cache->ways; i++) {
            struct way *way = &cache->sets[s].ways[i];
            if (!way->is_present)
                continue;
            if (operation != INVALIDATE)
                write_back(cache, way);
            if (operation != CLEAN)
                drop(way);
        }
    if (cache->behind)
        all(cache->behind, operation);
}

static void use(struct cache *cache, uint32_t address, struct way *used) {
    struct set *set = set_of(cache, address);
    uint32_t ways = cache->ways;
    int way = used - set->ways;
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

static int victim(struct cache *cache, struct set *set) {
    uint32_t ways = cache->ways;
    const char *replacement = cache->replacement;
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

/* Chooses the way of its set that a new line gets. */
static struct way *take(struct cache *cache, uint32_t address) {
    struct set *set = set_of(cache, address);
    int number = victim(cache, set);
    struct way *way = &set->ways[number];
    if (way->is_present)
        write_back(cache, way);
    drop(way);
    *way = (struct way){.is_present = 1, .line = address / line_bytes};
    set->next = (number + 1) % cache->ways;
    set->random = split_mix(set->random);
    return way;
}

/* Brings a line from memory, through the second level if there is one. */
static struct way *fetch(struct cache *cache, uint32_t address) {
    struct way *way = take(cache, address), *behind = NULL;
    cache->fetches++;
    if (!cache->behind)
        return way;
    behind = find(cache->behind, address);
    if (behind)
        cache->behind->hits++;
    else
        behind = fetch(cache->behind, address);
    use(cache->behind, address, behind);
    return way;
}

/* Applies an instruction or an atomic to a line. */
static void operate(struct cache *cache, enum what what, uint32_t address) {
    struct way *way = find(cache, address);
    if (way && (what == ATOMIC || what == CLEAN || what == FLUSH))
        write_back(cache, way);
    if (way && what != CLEAN)
        drop(way);
    if (cache->behind)
        operate(cache->behind, what, address);
}

static void order(int bits) {
    if (bits & 1)
        all(&first, FLUSH);
    else if (bits & 2)
        all(&first, CLEAN);
}

static void fence(int bits) {
    order(bits);
    may_bypass = may_bypass || bits & 4;
}

static void access(const struct record *r) {
    uint32_t address = r->address, inside = address % line_bytes;
    if (r->what == STORE && (address == START || address == BYTES)) {
        all(&first, FLUSH);
        uint64_t begin = (r->value + (uint64_t)line_bytes - 1) / line_bytes * line_bytes;
        if (address == START)
            start = begin, length = 0;
        else
            length = ((uint64_t)start + r->value) / line_bytes * line_bytes - start;
        return;
    }
    if (r->what == STORE && address == COMMAND)
        return all(&first, r->value == 1 ? CLEAN : r->value == 2 ? FLUSH : INVALIDATE);
    if (r->what == ATOMIC)
        order(r->order);
    if (address < FIRST_CACHED || address - start >= length)
        return;
    struct way *way = find(&first, address);
    int through = !strcmp(write_policy, "through");
    if (r->what == ZERO) {
        way = way ? way : take(&first, address);
        memset(way->dirty, 1, line_bytes);
        if (through)
            write_back(&first, way);
        first.hits++;
        return use(&first, address, way);
    }
    int allocates = !through && !strcmp(write_miss, "allocate");
    switch ((enum what)r->what) {
    case LOAD:
        if (!way)
            way = fetch(&first, address);
        break;
    case STORE:
        if (may_bypass && r->since_fence <= ANNOUNCING) {
            may_bypass = 0;
            return operate(&first, ATOMIC, address);
        }
        if (!way && allocates)
            way = fetch(&first, address);
        if (way && !through)
            memset(&way->dirty[inside], 1, r->bytes);
        else
            absorb(first.behind, address, (const unsigned char *)"\1\1\1\1\1\1\1\1", r->bytes);
        break;
    default:
        return operate(&first, r->what, address);
    }
    if (way) {
        first.hits++;
        use(&first, address, way);
    }
}

static void make(struct cache *cache, char **argv) {
    cache->ways = atoi(argv[1]);
    cache->set_count = atoi(argv[0]) * 1024 / line_bytes / cache->ways;
    cache->replacement = argv[2];
    cache->sets = calloc(cache->set_count, sizeof *cache->sets);
    for (uint32_t s = 0; s < cache->set_count; s++) {
        cache->sets[s].random = split_mix(strtoull(argv[3], NULL, 10) << 32 | s);
        for (uint32_t i = 0; i < cache->ways; i++)
            cache->sets[s].by_use[i] = i;
    }
}

static void print(const struct cache *cache) {
    printf(" %llu %llu %llu %llu", (unsigned long long)cache->hits,
           (unsigned long long)cache->fetches, (unsigned long long)cache->packets,
           (unsigned long long)cache->dirty_bytes);
}

int main(int argc, char **argv) {
    if (argc != 9 && argc != 13) {
        fprintf(stderr, "model LINE WRITE WRITE_MISS PIECE kB WAYS REPLACEMENT SEED [kB WAYS "
                        "REPLACEMENT SEED] < records\n");
        return 2;
    }
    line_bytes = atoi(argv[1]);
    write_policy = argv[2];
    write_miss = argv[3];
    piece = atoi(argv[4]);
    make(&first, argv + 5);
    if (argc == 13) {
        make(&second, argv + 9);
        first.behind = &second;
    }
    struct record r;
    uint64_t count = 0;
    for (; fread(&r, sizeof r, 1, stdin) == 1;
         count += r.what < ATOMIC && r.address >= FIRST_CACHED)
        r.what == FENCE ? fence(r.order) : access(&r);
    printf("%llu", (unsigned long long)count);
    print(&first);
    print(&second);
    printf("\n");
}
