/* Prints the cycles that a call of each kind takes while the heap has many blocks. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t state = 1;

static uint32_t below(uint32_t limit) {
    state = state * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)state * limit >> 32);
}

static uint32_t since(uint32_t *last) {
    uint32_t now, before = *last;
    __asm__ volatile("csrr %0, mcycle" : "=r"(now)::"memory");
    *last = now;
    return now - before;
}

int main(int argc, char **argv) {
    const int count = atoi(argv[1]), half = count / 2;
    const size_t bytes = argc > 2 ? (size_t)atoi(argv[2]) : 24;
    void **blocks = malloc((size_t)count * sizeof *blocks);
    uint32_t cycles[4], last = 0;
    since(&last);
    for (int i = 0; i < count; i++)
        blocks[i] = malloc(bytes);
    cycles[0] = since(&last) / (uint32_t)count;
    for (int i = count - 1; i > 0; i--) {
        int other = (int)below((uint32_t)i + 1);
        void *block = blocks[i];
        blocks[i] = blocks[other];
        blocks[other] = block;
    }
    since(&last);
    for (int i = 0; i < half; i++)
        free(blocks[i]);
    cycles[1] = since(&last) / (uint32_t)half;
    for (int i = 0; i < half; i++)
        blocks[i] = malloc(bytes + 16);
    cycles[2] = since(&last) / (uint32_t)half;
    for (int i = 0; i < count; i++)
        free(blocks[i]);
    cycles[3] = since(&last) / (uint32_t)count;
    for (int i = 0; i < 4; i++)
        printf("%u ", (unsigned)cycles[i]);
    printf("\n");
    return 0;
}
