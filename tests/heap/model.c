/* Compares random calls of the heap's functions with a model, a table of blocks: no block overlaps
 * another one, each block keeps its bytes, and at the end all memory is one free chunk again. With
 * a fourth argument, the program also calls sbrk(). */
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCKS = 150 };

static struct block {
    unsigned char *memory;
    size_t bytes;
    unsigned seed;
} blocks[BLOCKS];

static uint32_t state;
static int step;

static uint32_t below(uint32_t limit) {
    state = state * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)state * limit >> 32);
}

static void fail(const char *what) {
    printf("FAILED: %s, step %d\n", what, step);
    exit(1);
}

/* Most sizes are small. */
static size_t any_size(size_t most) {
    switch (below(8)) {
    case 0:
        return below((uint32_t)most);
    case 1:
        return below(1000);
    case 2:
        return 16 * below(20) + 12; /* fills its chunk */
    default:
        return below(150);
    }
}

static unsigned char byte_of(const struct block *block, size_t i) {
    return (unsigned char)(block->seed + i * 7);
}

static void compare(const struct block *block, const unsigned char *memory, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if (memory[i] != byte_of(block, i))
            fail("a block has changed");
}

static void keep(struct block *block, unsigned char *memory, size_t bytes, size_t alignment) {
    if ((uintptr_t)memory % alignment)
        fail("alignment");
    if (malloc_usable_size(memory) < bytes)
        fail("usable size");
    for (const struct block *one = blocks; one < blocks + BLOCKS; one++)
        if (one != block && one->memory && memory < one->memory + one->bytes &&
            one->memory < memory + bytes)
            fail("blocks overlap");
    *block = (struct block){memory, bytes, below(256)};
    for (size_t i = 0; i < bytes; i++)
        memory[i] = byte_of(block, i);
}

static void drop(struct block *block) {
    compare(block, block->memory, block->bytes);
    free(block->memory);
    *block = (struct block){0};
}

static unsigned char *allocate(size_t bytes, size_t *alignment) {
    void *given = NULL;
    switch (below(5)) {
    case 0:
        given = calloc(bytes, 1);
        for (size_t i = 0; given && i < bytes; i++)
            if (((unsigned char *)given)[i])
                fail("calloc");
        return given;
    case 1:
        *alignment <<= below(6);
        return posix_memalign(&given, *alignment, bytes) ? NULL : given;
    default:
        return malloc(bytes);
    }
}

/* All bytes are in a block or free, and blocks have at most a header and a rest besides. */
static void check_totals(bool knows_all) {
    struct mallinfo info = mallinfo();
    size_t used = 0;
    for (const struct block *one = blocks; one < blocks + BLOCKS; one++)
        if (one->memory)
            used += malloc_usable_size(one->memory) + 4;
    if (info.uordblks + info.fordblks != info.arena ||
        (knows_all ? info.uordblks != used : info.uordblks < used))
        fail("mallinfo");
}

int main(int argc, char **argv) {
    const int steps = atoi(argv[1]);
    const size_t most = (size_t)atoi(argv[2]);
    const bool uses_sbrk = argc > 4;
    int refused = 0;
    state = (uint32_t)atoi(argv[3]);
    /* The printing function may keep a buffer, so it is not called before the end. */
    for (step = 0; step < steps; step++) {
        struct block *block = &blocks[below(BLOCKS)];
        size_t bytes = any_size(most), alignment = 16;
        unsigned char *memory;
        if (block->memory && below(4) == 0) {
            compare(block, block->memory, block->bytes);
            memory = realloc(block->memory, ++bytes);
            compare(block, memory ? memory : block->memory,
                    block->bytes < bytes || !memory ? block->bytes : bytes);
        } else if (block->memory && below(2)) {
            drop(block);
            continue;
        } else {
            drop(block);
            memory = allocate(bytes, &alignment);
        }
        if (memory)
            keep(block, memory, bytes, alignment);
        else
            refused++;
        if (step % 32 == 0)
            check_totals(!uses_sbrk);
        if (uses_sbrk && below(40) == 0) {
            int more = (int)below(100);
            void *own = sbrk(more);
            if (own != (void *)-1)
                memset(own, 0xff, (size_t)more);
        }
    }
    for (struct block *block = blocks; block < blocks + BLOCKS; block++)
        drop(block);
    check_totals(!uses_sbrk);
    struct mallinfo info = mallinfo();
    if (!uses_sbrk && info.ordblks != 1)
        fail("free chunks are not merged");
    printf("%s refused\n", refused ? "some" : "none");
    return 0;
}
