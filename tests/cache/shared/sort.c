/* A merge sort: threads sort short runs, and merge pairs of runs until one is left. */
#include "shared.h"

enum { COUNT = 8192, RUN = 32 };

static int keys[COUNT], other[COUNT];

static void insert(int *part, int count) {
    for (int i = 1; i < count; i++) {
        int key = part[i], j = i;
        for (; j > 0 && part[j - 1] > key; j--)
            part[j] = part[j - 1];
        part[j] = key;
    }
}

/* Merges two sorted halves of `from` into `to`. */
static void merge(int *to, const int *from, int count) {
    const int *one = from, *middle = from + count / 2, *two = middle, *last = from + count;
    while (one < middle || two < last)
        *to++ = two == last || (one < middle && *one <= *two) ? *one++ : *two++;
}

int main(int argc, char **argv) {
    (void)argv;
    uint32_t seed = 1;
    for (int i = 0; i < COUNT; i++)
        keys[i] = (int)((seed = seed * 1664525 + 1013904223) >> 8);
    int *from = keys, *to = other;
    begin();
#pragma omp parallel for
    for (int part = 0; part < COUNT / RUN; part++)
        insert(keys + part * RUN, RUN);
    for (int length = 2 * RUN; length <= COUNT; length *= 2) {
#pragma omp parallel for schedule(static)
        for (int part = 0; part < COUNT / length; part++)
            merge(to + part * length, from + part * length, length);
        int *next = from;
        from = to;
        to = next;
    }
    end(argc);
    int wrong = 0;
    uint32_t sum = 0;
    for (int i = 0; i < COUNT; i++) {
        wrong += i && from[i - 1] > from[i];
        sum = sum * 31 + (uint32_t)from[i];
    }
    printf("%d %u\n", wrong, (unsigned)sum);
    return 0;
}
