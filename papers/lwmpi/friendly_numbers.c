/* Figure 19: the pairs of numbers in a range that share their abundance, the sum of a number's
 * divisors over the number. Local masters get ranges of equal length, and share them out alike; the
 * global master compares what comes back.
 * Arguments: ranks of a cluster, how many numbers for each, the first of all. */
#include <stdint.h>
#include <string.h>

#include "masters.h"

/* Abundance in lowest terms. */
struct abundance {
    uint32_t above, below;
};

static size_t size_of(int numbers) {
    return (size_t)numbers * sizeof(struct abundance);
}

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

static uint32_t hash(const struct abundance *of) {
    uint32_t mixed = of->above * 2654435761u ^ of->below * 2246822519u;
    return mixed ^ mixed >> 15;
}

/* Each number has as many new friends as there were before with its abundance; the first one of
 * these stands in a table, at its hash or behind. */
static int count_pairs(const struct abundance *all, int count) {
    uint32_t places = 1;
    while (places < 2 * (uint32_t)count)
        places *= 2;
    int *table = memory(places * sizeof *table), *friends = memory((size_t)count * sizeof *friends);
    memset(table, 0, places * sizeof *table);
    int pairs = 0;
    for (int i = 0; i < count; i++) {
        uint32_t at = hash(&all[i]) & (places - 1);
        while (table[at] && memcmp(&all[table[at] - 1], &all[i], sizeof *all) != 0)
            at = (at + 1) & (places - 1);
        if (!table[at]) {
            table[at] = i + 1;
            friends[i] = 0;
        }
        pairs += friends[table[at] - 1]++;
    }
    free(table);
    free(friends);
    return pairs;
}

/* Computes a range with the ranks of the own cluster, as its local master. */
static void share(const struct role *own, struct abundance *found, const uint32_t range[2]) {
    int count = (int)range[1];
    for (int member = 1; member < own->members; member++) {
        int begin = first_of(count, member, own->members);
        int end = first_of(count, member + 1, own->members);
        uint32_t part[2] = {range[0] + (uint32_t)begin, (uint32_t)(end - begin)};
        send_to(part, sizeof part, own->master + member);
    }
    compute(found, range[0], first_of(count, 1, own->members));
    for (int member = 1; member < own->members; member++) {
        int begin = first_of(count, member, own->members);
        int end = first_of(count, member + 1, own->members);
        receive_from(found + begin, size_of(end - begin), own->master + member);
    }
}

static void lead(const struct role *own, uint32_t first, int count) {
    struct abundance *all = memory(size_of(count));
    double start = ticks();
    for (int cluster = 1; cluster < own->clusters; cluster++) {
        int begin = first_of(count, cluster, own->clusters);
        int end = first_of(count, cluster + 1, own->clusters);
        uint32_t range[2] = {first + (uint32_t)begin, (uint32_t)(end - begin)};
        send_to(range, sizeof range, cluster * own->each);
    }
    share(own, all, (uint32_t[]){first, (uint32_t)first_of(count, 1, own->clusters)});
    for (int cluster = 1; cluster < own->clusters; cluster++) {
        int begin = first_of(count, cluster, own->clusters);
        int end = first_of(count, cluster + 1, own->clusters);
        receive_from(all + begin, size_of(end - begin), cluster * own->each);
    }
    int pairs = count_pairs(all, count);
    printf("cycles %.0f\npairs %d\n", ticks() - start, pairs);
    free(all);
}

int main(int argc, char **argv) {
    struct role own = begin(argc, argv);
    int count = argument(argc, argv, 2, 96) * own.clusters;
    uint32_t first = (uint32_t)argument(argc, argv, 3, 1000001);
    meet();
    if (own.rank == 0) {
        lead(&own, first, count);
    } else {
        uint32_t range[2];
        int giver = own.rank == own.master ? 0 : own.master;
        receive_from(range, sizeof range, giver);
        struct abundance *found = memory(size_of((int)range[1]));
        if (own.rank == own.master)
            share(&own, found, range);
        else
            compute(found, range[0], (int)range[1]);
        send_to(found, size_of((int)range[1]), giver);
        free(found);
    }
    leave();
    return 0;
}
