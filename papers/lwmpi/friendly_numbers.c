/* Figure 19: the program counts the pairs of numbers in a range that have the same abundance, which
 * is the sum of a number's divisors divided by the number. Local masters get ranges of equal length
 * and share them out evenly; the global master compares the results. A number is divided by all
 * numbers up to its half, as in the published program. Arguments: the number of ranks of a cluster,
 * the count of numbers for each cluster, the first number, and whether every number is compared
 * with every other one, as the published program does. */
#include <stdint.h>
#include <string.h>

#include "masters.h"

/* The abundance as a fraction in lowest terms. */
struct abundance {
    uint32_t above, below;
};

static size_t size_of(int numbers) {
    return (size_t)numbers * sizeof(struct abundance);
}

static uint32_t sum_of_divisors(uint32_t number) {
    uint32_t sum = number;
    for (uint32_t divisor = 1; divisor <= number / 2; divisor++)
        if (number % divisor == 0)
            sum += divisor;
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

static int is_equal(const struct abundance *one, const struct abundance *other) {
    return one->above == other->above && one->below == other->below;
}

static uint32_t hash(const struct abundance *of) {
    uint32_t mixed = of->above * 2654435761u ^ of->below * 2246822519u;
    return mixed ^ mixed >> 15;
}

/* Each number forms a pair with each earlier number of the same abundance; `friends` counts these.
 * For each abundance, the table holds the index of the first number that has it, plus 1, at the
 * abundance's hash or after it. Indices have 16 bits, because a rank's memory is small. */
static int count_by_table(const struct abundance *all, int count) {
    uint32_t places = 1;
    while (places < 2 * (uint32_t)count)
        places *= 2;
    uint16_t *table = memory(places * sizeof *table);
    uint16_t *friends = memory((size_t)count * sizeof *friends);
    memset(table, 0, places * sizeof *table);
    int pairs = 0;
    for (int i = 0; i < count; i++) {
        uint32_t at = hash(&all[i]) & (places - 1);
        while (table[at] && !is_equal(&all[table[at] - 1], &all[i]))
            at = (at + 1) & (places - 1);
        if (!table[at]) {
            table[at] = (uint16_t)(i + 1);
            friends[i] = 0;
        }
        pairs += friends[table[at] - 1]++;
    }
    free(table);
    free(friends);
    return pairs;
}

static int count_each_with_each(const struct abundance *all, int count) {
    int pairs = 0;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            pairs += is_equal(&all[i], &all[j]);
    return pairs;
}

/* Computes the abundances of a range: this rank, a local master, shares it with its cluster. */
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

static void lead(const struct role *own, uint32_t first, int count, int each_with_each) {
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
    double compare = ticks();
    int pairs = each_with_each ? count_each_with_each(all, count) : count_by_table(all, count);
    double end = ticks();
    printf("cycles %.0f\ncomparing %.0f\npairs %d\n", end - start, end - compare, pairs);
    free(all);
}

static void follow(const struct role *own) {
    uint32_t range[2];
    int giver = own->rank == own->master ? 0 : own->master;
    receive_from(range, sizeof range, giver);
    struct abundance *found = memory(size_of((int)range[1]));
    if (own->rank == own->master)
        share(own, found, range);
    else
        compute(found, range[0], (int)range[1]);
    send_to(found, size_of((int)range[1]), giver);
    free(found);
}

int main(int argc, char **argv) {
    struct role own = begin(argc, argv);
    int count = argument(argc, argv, 2, 12) * own.clusters;
    uint32_t first = (uint32_t)argument(argc, argv, 3, 1000001);
    if (count > UINT16_MAX) {
        fprintf(stderr, "%d numbers: at most %d can be counted\n", count, UINT16_MAX);
        give_up();
    }
    meet();
    if (count > 0 && own.rank == 0)
        lead(&own, first, count, argument(argc, argv, 4, 0));
    else if (count > 0)
        follow(&own);
    leave();
    return 0;
}
