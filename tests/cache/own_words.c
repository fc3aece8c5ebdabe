/* Ranks store to their own words of DRAM and read them, in random order. Words of several ranks
 * share a line, the caches are small, and the ranks clean, flush and invalidate lines. Whatever the
 * other ranks do, a rank reads what it has stored last. Every third rank ends early and leaves
 * dirty lines. At the end, the others read the last values of each other. If there is a second
 * level of cache, rank 0 moves the border between this cache and ordinary memory, and uses the
 * ordinary memory. The first argument is the seed, the second one the number of ranks. */
#include <onchip_copy.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define REGISTER(offset) (*(volatile uint32_t *)(0x20000000u + (offset)))
#define CBO(number, address)                                                                       \
    __asm__ volatile(".insn i 0x0f, 2, x0, %0, " #number ::"r"(address) : "memory")
enum { CACHED_BYTES = 65536, WORDS = 4096, RANKS = 16, CLEAN_ALL = 1, FLUSH_ALL };

static volatile uint32_t *const words = (volatile uint32_t *)0xc0000000u;
static volatile uint32_t *const published = (volatile uint32_t *)0xc0010000u; /* not cached */
static volatile uint32_t *const arrived = (volatile uint32_t *)0xc0020000u;   /* not cached */
static uint32_t mine[WORDS]; /* the values of this rank's words */
static uint32_t wrong, chance, rank, ranks;

static uint32_t draw(uint32_t bound) {
    chance ^= chance << 13;
    chance ^= chance >> 17;
    chance ^= chance << 5;
    return chance % bound;
}

/* The rank that owns a word. Neighbouring words have different owners, in no regular order. */
static uint32_t owner(uint32_t word) {
    return (word * 2654435761u >> 16) % ranks;
}

static uint32_t own_word(void) {
    uint32_t word = draw(WORDS);
    while (owner(word) != rank)
        word = (word + 1) % WORDS;
    return word;
}

static void look(uint32_t word) {
    wrong += words[word] != mine[word];
}

static void store(uint32_t word) {
    uint32_t value = draw(UINT32_MAX);
    if (draw(4)) {
        words[word] = mine[word] = value;
    } else {
        uint32_t byte = draw(4);
        ((volatile uint8_t *)&words[word])[byte] = value;
        ((uint8_t *)&mine[word])[byte] = value;
    }
}

/* Cleans a word, and checks that memory then has its value. An atomic reads the word from memory,
 * past the cache. */
static void clean(uint32_t word, bool drops) {
    uint32_t value;
    CBO(1, &words[word]);
    __asm__ volatile("fence w, w" ::: "memory");
    __asm__ volatile("amoor.w %0, zero, (%1)" : "=r"(value) : "r"(&words[word]) : "memory");
    wrong += value != mine[word];
    if (drops)
        CBO(0, &words[word]);
}

/* Reads a line that holds no word of this rank, and drops it. The line has no stores of this rank,
 * so none are lost. */
static void visit(void) {
    for (uint32_t word = draw(WORDS / 8) * 8, i = 0; i < WORDS / 8;
         i++, word = (word + 8) % WORDS) {
        bool is_foreign = true;
        for (uint32_t one = 0; one < 8; one++)
            is_foreign &= owner(word + one) != rank;
        if (is_foreign) {
            (void)words[word];
            CBO(0, &words[word]);
            return;
        }
    }
}

/* Moves the border between cache and memory. Memory that is added is zero, and memory that was
 * there before keeps its values. */
static void move_border(void) {
    static size_t most, before;
    void *memory;
    size_t room;
    if (most == 0)
        most = onchip_second_level(SIZE_MAX, &memory, &room);
    onchip_second_level(most / 4 * draw(5), &memory, &room);
    uint32_t *at = memory;
    for (uint32_t i = 0; i < room / sizeof *at; i++) {
        wrong += at[i] != (i < before / sizeof *at ? i : 0);
        at[i] = i;
    }
    before = room;
}

static void step(void) {
    uint32_t word = own_word(), kind = draw(64);
    if (kind < 28)
        store(word);
    else if (kind < 48)
        look(word);
    else if (kind < 54)
        visit();
    else if (kind < 57)
        clean(word, kind == 54);
    else if (kind < 60)
        CBO(2, &words[word]);
    else if (kind < 61)
        __asm__ volatile("fence r, r" ::: "memory");
    else if (kind < 63)
        __asm__ volatile("fence w, w" ::: "memory");
    else if (draw(4) == 0)
        REGISTER(0x84) = draw(2) ? CLEAN_ALL : FLUSH_ALL;
    else if (rank == 0)
        move_border();
    look(word);
}

static void meet(uint32_t number, uint32_t count) {
    __asm__ volatile("amoadd.w zero, %0, (%1)" ::"r"(1), "r"(arrived + number) : "memory");
    while (arrived[number] < count)
        ;
}

int main(int argc, char **argv) {
    rank = REGISTER(0);
    uint32_t steps = argc > 3 ? atoi(argv[3]) : 1;
    ranks = argc > 3 ? atoi(argv[2]) : 1;
    chance = 0x9e3779b9u * (atoi(argv[1]) * RANKS + rank + 1) | 1;
    uint32_t stay = 0;
    if (rank % 3 == 2)
        steps = draw(steps);
    for (uint32_t one = 0; one < ranks; one++)
        stay += one % 3 != 2;
    for (uint32_t word = 0; word < WORDS; word++)
        mine[word] = words[word];
    meet(0, ranks);
    REGISTER(0x78) = (uint32_t)words; /* CACHE_START */
    REGISTER(0x7c) = CACHED_BYTES;    /* CACHE_BYTES */
    for (uint32_t i = 0; i < steps; i++)
        step();
    if (rank % 3 != 2) {
        REGISTER(0x84) = FLUSH_ALL;
        for (uint32_t word = 0; word < WORDS; word++)
            if (owner(word) == rank)
                published[word] = mine[word];
        __asm__ volatile("fence" ::: "memory");
        meet(1, stay);
        for (uint32_t word = 0; word < WORDS; word++)
            if (owner(word) % 3 != 2)
                wrong += words[word] != published[word];
    }
    printf("rank %u: %u wrong\n", (unsigned)rank, (unsigned)wrong);
}
