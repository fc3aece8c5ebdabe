/* Figure 19: the pairs of numbers in a range that share their abundance, the sum of a number's
 * divisors over the number. Local masters get ranges of equal length, and share them out alike; the
 * global master compares what comes back.
 * Arguments: ranks of a cluster, how many numbers, the first of them. */
#include <stdint.h>

#include "masters.h"

/* Abundance in lowest terms. */
struct abundance {
    uint32_t above, below;
};

static uint32_t sum_of_divisors(uint32_t number) {
    uint32_t sum = 0;
    for (uint32_t divisor = 1; divisor * divisor <= number; divisor++) {
        uint32_t other = number / divisor;
        if (other * divisor == number)
            sum += divisor + (other != divisor ? other : 0);
    }
    return sum;
}

static uint32_t common_divisor(uint32_t one, uint32_t other) {
    while (other) {
        uint32_t rest = one % other;
        one = other;
        other = rest;
    }
    return one;
}

static void compute(struct abundance *found, uint32_t first, int count) {
    for (int i = 0; i < count; i++) {
        uint32_t number = first + (uint32_t)i, sum = sum_of_divisors(number);
        uint32_t common = common_divisor(sum, number);
        found[i] = (struct abundance){sum / common, number / common};
    }
}

static int order(const void *one, const void *other) {
    const struct abundance *a = one, *b = other;
    if (a->above != b->above)
        return a->above < b->above ? -1 : 1;
    return (a->below > b->below) - (a->below < b->below);
}

static int count_pairs(struct abundance *all, int count) {
    int pairs = 0;
    qsort(all, (size_t)count, sizeof *all, order);
    for (int i = 0, same = 0; i < count; i++) {
        same = i > 0 && !order(&all[i - 1], &all[i]) ? same + 1 : 0;
        pairs += same;
    }
    return pairs;
}

/* Computes a range with the ranks of the own cluster, as its local master. */
static void share(const struct role *own, struct abundance *found, const uint32_t range[2]) {
    int count = (int)range[1];
    for (int member = 1; member < own->members; member++) {
        int begin = first_of(count, member, own->members);
        int end = first_of(count, member + 1, own->members);
        uint32_t part[2] = {range[0] + (uint32_t)begin, (uint32_t)(end - begin)};
        send(part, 2, MPI_UINT32_T, own->master + member);
    }
    compute(found, range[0], first_of(count, 1, own->members));
    for (int member = 1; member < own->members; member++) {
        int begin = first_of(count, member, own->members);
        int end = first_of(count, member + 1, own->members);
        receive(found + begin, 2 * (end - begin), MPI_UINT32_T, own->master + member);
    }
}

static void lead(const struct role *own, uint32_t first, int count) {
    struct abundance *all = memory((size_t)count * sizeof *all);
    double start = ticks();
    for (int cluster = 1; cluster < own->clusters; cluster++) {
        int begin = first_of(count, cluster, own->clusters);
        int end = first_of(count, cluster + 1, own->clusters);
        uint32_t range[2] = {first + (uint32_t)begin, (uint32_t)(end - begin)};
        send(range, 2, MPI_UINT32_T, cluster * own->each);
    }
    share(own, all, (uint32_t[]){first, (uint32_t)first_of(count, 1, own->clusters)});
    for (int cluster = 1; cluster < own->clusters; cluster++) {
        int begin = first_of(count, cluster, own->clusters);
        int end = first_of(count, cluster + 1, own->clusters);
        receive(all + begin, 2 * (end - begin), MPI_UINT32_T, cluster * own->each);
    }
    int pairs = count_pairs(all, count);
    printf("cycles %.0f\npairs %d\n", ticks() - start, pairs);
    free(all);
}

int main(int argc, char **argv) {
    struct role own = begin(&argc, &argv);
    int count = argument(argc, argv, 2, 96 * own.clusters);
    uint32_t first = (uint32_t)argument(argc, argv, 3, 1000001);
    MPI_Barrier(MPI_COMM_WORLD);
    if (own.rank == 0) {
        lead(&own, first, count);
    } else {
        uint32_t range[2];
        int giver = own.rank == own.master ? 0 : own.master;
        receive(range, 2, MPI_UINT32_T, giver);
        struct abundance *found = memory(range[1] * sizeof *found);
        if (own.rank == own.master)
            share(&own, found, range);
        else
            compute(found, range[0], (int)range[1]);
        send(found, 2 * (int)range[1], MPI_UINT32_T, giver);
        free(found);
    }
    MPI_Finalize();
    return 0;
}
