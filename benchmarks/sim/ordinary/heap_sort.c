/* Sorting: heap sort of records by two keys, through a comparison function. */
#include "../kernel.h"

#define COUNT 1024

struct record {
    short group;
    short number;
    int payload;
};

static struct record records[COUNT];

static int by_group(const struct record *a, const struct record *b) {
    return a->group != b->group ? a->group - b->group : a->number - b->number;
}

static void sift(struct record *v, int root, int count,
                 int (*compare)(const struct record *, const struct record *)) {
    struct record moved = v[root];
    for (int child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && compare(&v[child], &v[child + 1]) < 0)
            child++;
        if (compare(&moved, &v[child]) >= 0)
            break;
        v[root] = v[child];
    }
    v[root] = moved;
}

static void sort(struct record *v, int count,
                 int (*compare)(const struct record *, const struct record *)) {
    for (int root = count / 2; root-- > 0;)
        sift(v, root, count, compare);
    while (--count > 0) {
        struct record first = v[0];
        v[0] = v[count];
        v[count] = first;
        sift(v, 0, count, compare);
    }
}

unsigned kernel(unsigned repetitions) {
    int (*volatile compare)(const struct record *, const struct record *) = by_group;
    unsigned sum = 0, random = 1;
    for (unsigned i = 0; i < repetitions; i++) {
        for (int k = 0; k < COUNT; k++) {
            random = random * 1664525 + 1013904223;
            records[k] = (struct record){(short)(random >> 28), (short)(random >> 12 & 0xfff), k};
        }
        sort(records, COUNT, compare);
        for (int k = 0; k < COUNT; k += 16)
            sum = sum * 31 + (unsigned)records[k].number;
    }
    return sum;
}
