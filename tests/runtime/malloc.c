/* The heap: blocks of many sizes are allocated and freed, and keep their contents. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCKS 32
#define STEPS 3000
#define MOST 300

struct block {
    unsigned char *memory;
    size_t size;
    unsigned char mark;
};

static struct block blocks[BLOCKS];
static uint32_t state = 99;

static uint32_t below(uint32_t limit) {
    state = state * 1664525 + 1013904223;
    return (state >> 8) % limit;
}

static void intact(const struct block *block) {
    for (size_t i = 0; i < block->size; i++) {
        if (block->memory[i] != block->mark) {
            printf("FAILED: byte %zu of %zu\n", i, block->size);
            exit(1);
        }
    }
}

static void fill(struct block *block, unsigned char mark) {
    block->mark = mark;
    if (block->memory)
        memset(block->memory, mark, block->size);
}

int main(void) {
    unsigned long total = 0;
    for (int step = 0; step < STEPS; step++) {
        struct block *block = &blocks[below(BLOCKS)];
        intact(block);
        switch (below(4)) {
        case 0:
            free(block->memory);
            *block = (struct block){0};
            break;
        case 1: {
            size_t size = 1 + below(MOST);
            size_t kept = size < block->size ? size : block->size;
            block->memory = realloc(block->memory, size);
            block->size = kept;
            intact(block);
            block->size = size;
            fill(block, (unsigned char)step);
            break;
        }
        default:
            free(block->memory);
            block->size = 1 + below(MOST);
            block->memory = malloc(block->size);
            if (!block->memory || (uintptr_t)block->memory % sizeof(double)) {
                printf("FAILED: malloc(%zu) gives %p\n", block->size, (void *)block->memory);
                return 1;
            }
            total += block->size;
            fill(block, (unsigned char)step);
        }
    }
    for (int i = 0; i < BLOCKS; i++)
        free(blocks[i].memory);

    int *zeros = calloc(100, sizeof *zeros);
    int sum = 0;
    for (int i = 0; i < 100; i++)
        sum |= zeros[i];
    free(zeros);
    volatile size_t half = SIZE_MAX / 2 + 1;
    errno = 0;
    void *impossible = malloc(half);
    printf("%lu bytes in all, calloc %s, too much %s\n", total, sum ? "FAILED" : "zero",
           impossible || errno != ENOMEM ? "FAILED" : "refused");
    void *aligned = aligned_alloc(64, 128);
    printf("aligned %s\n", aligned && (uintptr_t)aligned % 64 == 0 ? "ok" : "FAILED");
    free(aligned);
    return 0;
}
