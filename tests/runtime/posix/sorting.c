/* Elements that compare equal keep their order, in arrays of all sizes of elements, also when the
 * heap has no room. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 300
#define LONGEST 21

static unsigned state = 1;
static unsigned draw(unsigned end) {
    state = state * 1103515245 + 12345;
    return (state >> 16) % end;
}

/* Compares the first byte; the second one numbers the elements. */
static int by_key(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static int backwards(const void *a, const void *b, void *count) {
    ++*(int *)count;
    return by_key(b, a);
}

static unsigned char elements[MOST * LONGEST];

static void fill(unsigned count, unsigned size, unsigned keys) {
    for (unsigned i = 0; i < count; i++) {
        memset(elements + i * size, (int)i, size);
        elements[i * size] = (unsigned char)draw(keys);
    }
}

static void show(unsigned count, unsigned size) {
    unsigned sum = 0;
    for (unsigned i = 0; i < count * size; i++)
        sum = sum * 31 + elements[i];
    printf("%u of %u: %u\n", count, size, sum);
}

static void sort_all(int shows_calls) {
    for (int round = 0; round < 60; round++) {
        unsigned count = draw(MOST), size = 1 + draw(LONGEST), keys = 1 + draw(40);
        int calls = 0;
        fill(count, size, keys);
        qsort(elements, count, size, by_key);
        show(count, size);
        fill(count, size, keys);
        qsort_r(elements, count, size, backwards, &calls);
        show(count, size);
        if (shows_calls)
            printf("%d calls\n", calls);
    }
}

/* Takes the chip's heap, and on Linux a hundred blocks of each size. */
static void *volatile taken;
static void fill_the_heap(void) {
    for (size_t bytes = 1 << 20; bytes; bytes /= 2)
        for (int i = 0; i < 100 && (taken = malloc(bytes)); i++)
            ;
}

int main(void) {
    sort_all(1);
    fill_the_heap();
    sort_all(0);
    return 0;
}
