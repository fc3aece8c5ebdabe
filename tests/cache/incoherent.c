/* Mistakes of programs on data caches that are not coherent; the argument selects one. Two ranks
 * share words of DRAM, and synchronise through words that are not cached. The comments name the
 * lines that a check must report: the access, the store that it does not see or destroys, and the
 * eviction of a line. */
#include <mpi.h>
#include <onchip_copy.h>
#include <stdint.h>
#include <stdlib.h>

#define REGISTER(offset) (*(volatile uint32_t *)(0x20000000u + (offset)))
enum { CACHED_BYTES = 65536, INVALIDATE_ALL = 3 };

#define CBO(number, address)                                                                       \
    __asm__ volatile(".insn i 0x0f, 2, x0, %0, " #number ::"r"(address) : "memory")
#define INVAL(address) CBO(0, address)
#define CLEAN(address) CBO(1, address)
#define FLUSH(address) CBO(2, address)
#define ATOMIC(word, value)                                                                        \
    __asm__ volatile("amoswap.w zero, %0, (%1)" ::"r"(value), "r"(word) : "memory")

static volatile uint32_t *const words = (volatile uint32_t *)0xc0000100u;
static volatile uint32_t *const uncached = (volatile uint32_t *)0xc0040000u;
static volatile uint32_t got;
static volatile uint32_t near[16];
static int rank;

static void meet(void) {
    static uint32_t round;
    round += 2;
    __asm__ volatile("amoadd.w zero, %0, (%1)" ::"r"(1), "r"(uncached) : "memory");
    while (*uncached < round)
        ;
}

/* Reads a line without refreshing it. */
static void no_refresh(void) {
    got = words[0];
    meet();
    if (rank == 1)
        ATOMIC(words, 5); /* no_refresh: other */
    meet();
    if (rank == 0)
        got = words[0]; /* no_refresh: access */
}

/* The writer leaves the line in its cache. */
static void no_clean(void) {
    if (rank == 1)
        words[0] = 5; /* no_clean: other */
    meet();
    if (rank == 0)
        got = words[0]; /* no_clean: access */
    meet();
}

/* The reader polls its cached copy of a flag. */
static void flag(void) {
    if (rank == 0) {
        got = words[0];
        meet();
        for (int i = 0; i < 1000; i++)
            got += words[0]; /* flag: access */
    } else {
        meet();
        words[0] = 1; /* flag: other */
        CLEAN(words);
    }
    meet();
}

/* A core drops a line to see another core's word, but the line also holds a store of its own. */
static void no_padding(void) {
    if (rank == 0)
        words[0] = 5; /* no_padding: other */
    meet();
    if (rank == 1) {
        words[1] = 6;
        CLEAN(words);
    }
    meet();
    if (rank == 0) {
        INVAL(words); /* no_padding: dropped */
        got = words[1];
        got = words[0]; /* no_padding: access */
    }
}

/* Two cores store to a word, and the first store is written back last. */
static void two_writers(void) {
    if (rank == 0)
        words[0] = 5; /* two_writers: access */
    meet();
    if (rank == 1) {
        words[0] = 6; /* two_writers: other */
        CLEAN(words);
    }
    meet();
    if (rank == 0)
        CLEAN(words);
    meet();
}

/* A core without a cache stores to a word. Another core's cache then evicts the line, and
 * overwrites the word with an older value. */
static void late_victim(void) {
    if (rank == 0)
        words[0] = 5; /* late_victim: access */
    meet();
    if (rank == 1) {
        REGISTER(0x7c) = 0;
        words[0] = 6; /* late_victim: other */
    }
    meet();
    if (rank == 0)
        for (int i = 1; i <= 2048; i++)
            got = words[4 * i];
    meet();
}

/* A DMA transfer reads memory whose newest value is in a dirty line in the cache of the core that
 * starts the transfer. */
static void dma_from_dirty(void) {
    if (rank == 0) {
        words[0] = 5; /* dma_from_dirty: other */
        onchip_copy_wait(onchip_copy_in((void *)near, (void *)words, 64));
    }
    meet();
}

/* A DMA transfer changes memory of which the core that starts it has a clean copy in its cache. */
static void dma_to_copy(void) {
    if (rank == 0) {
        got = words[0];
        onchip_copy_wait(onchip_copy_out((void *)words, (void *)near, 64));
        got = words[0]; /* dma_to_copy: access */
    }
    meet();
}

/* A DMA transfer changes memory of which another core has a dirty line in its cache. */
static void dma_to_dirty(void) {
    if (rank == 0)
        words[0] = 5; /* dma_to_dirty: access */
    meet();
    if (rank == 1)
        onchip_copy_wait(onchip_copy_out((void *)words, (void *)near, 64));
    meet();
    if (rank == 0)
        FLUSH(words);
    meet();
}

/* A command drops all lines, including stores of the core. */
static void drop_all(void) {
    if (rank == 0) {
        words[0] = 5;                    /* drop_all: other */
        REGISTER(0x84) = INVALIDATE_ALL; /* drop_all: dropped */
    }
    meet();
    if (rank == 1)
        got = words[0] + 1; /* drop_all: access */
}

/* A core that does not cache the word reads the value in memory. */
static void uncached_read(void) {
    if (rank == 0)
        words[0] = 5; /* uncached_read: other */
    meet();
    if (rank == 1) {
        REGISTER(0x7c) = 0;
        got = words[0]; /* uncached_read: access */
    }
    meet();
}

/* No mistake: the writer cleans its lines, and the reader drops its copies before it reads. */
static void right(void) {
    for (int i = 0; i < 20; i++) {
        int writes = rank == i % 2;
        if (writes) {
            words[0] = i;
            words[32 + i] = i;
            CLEAN(words);
            CLEAN(words + 32 + i);
            __asm__ volatile("fence w, w" ::: "memory");
        }
        meet();
        if (!writes) {
            INVAL(words);
            FLUSH(words + 32 + i);
            got = words[0] + words[32 + i];
        }
        words[128 + rank] = i; /* the line holds words of two writers */
        meet();
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"no_refresh", no_refresh},
    {"no_clean", no_clean},
    {"flag", flag},
    {"no_padding", no_padding},
    {"two_writers", two_writers},
    {"late_victim", late_victim},
    {"dma_to_copy", dma_to_copy},
    {"dma_from_dirty", dma_from_dirty},
    {"drop_all", drop_all},
    {"dma_to_dirty", dma_to_dirty},
    {"right", right},
    {"uncached_read", uncached_read},
};

int main(int argc, char **argv) {
    (void)argc;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    REGISTER(0x78) = 0xc0000000u;  /* CACHE_START */
    REGISTER(0x7c) = CACHED_BYTES; /* CACHE_BYTES */
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *a = cases[i].name, *b = argv[1];
        while (*a && *a == *b)
            a++, b++;
        if (*a == *b)
            cases[i].run();
    }
    MPI_Finalize();
}
