#include "mpi/topology/dims.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/core/sort.h"

/* A search for lengths of dimensions. It tries all divisors for each dimension, beginning with the
 * longest dimension. */
struct search {
    int nodes;
    int *divisors; /* in ascending order, then 0 */
    int count;     /* number of dimensions */
    int *chosen;
    int *best;
    int spread; /* difference between the longest and the shortest of the best lengths so far */
};

/* A prime factor and its power. A number below 2^31 has at most nine different prime factors. */
struct factor {
    int prime, power;
};

/* Finds the prime factors of a number; returns how many there are. Each candidate needs a division,
 * so 2 is the only even candidate. */
static int factorize(int number, struct factor factors[9]) {
    int found = 0;
    for (int prime = 2; prime <= number / prime; prime += prime == 2 ? 1 : 2) {
        if (number / prime * prime != number)
            continue;
        struct factor *factor = &factors[found++];
        *factor = (struct factor){prime, 0};
        for (; number % prime == 0; number /= prime)
            factor->power++;
    }
    if (number > 1)
        factors[found++] = (struct factor){number, 1};
    return found;
}

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

/* Returns all divisors of a number in ascending order, followed by 0. Returns null if there is no
 * memory. */
static int *divisors_of(int number) {
    struct factor factors[9];
    int kinds = factorize(number, factors), room = 1, count = 1;
    for (int i = 0; i < kinds; i++)
        room *= factors[i].power + 1;
    int *divisors = calloc((size_t)room + 1, sizeof *divisors);
    if (!divisors)
        return NULL;
    divisors[0] = 1;
    for (int i = 0; i < kinds; i++) {
        int before = count;
        for (int j = 0; j < before * factors[i].power; j++, count++)
            divisors[count] = divisors[count - before] * factors[i].prime;
    }
    oc_sort(divisors, (size_t)count, 1, compare);
    return divisors;
}

/* Whether `length` to the power of `count` is at least `number`. */
static bool reaches(int length, int count, int number) {
    long long product = 1;
    while (count-- > 0 && product < number)
        product *= length;
    return product >= number;
}

static void keep(struct search *search) {
    int spread = search->chosen[0] - search->chosen[search->count - 1];
    if (spread >= search->spread)
        return;
    search->spread = spread;
    memcpy(search->best, search->chosen, (size_t)search->count * sizeof *search->best);
}

/* Whether `length` is too long for the longest dimension to lead to a better result. A smaller
 * spread than the best one so far would need a shortest dimension that is longer than the root (of
 * the degree `count`) of the number of nodes. (A spread of INT_MAX means that nothing has been
 * found yet.) */
static bool is_too_long(const struct search *search, int length) {
    int shortest = length - search->spread + 1;
    return shortest > 1 && reaches(shortest - 1, search->count, search->nodes);
}

/* Chooses the lengths from index `at` on, whose product must be `left`. The first length is the
 * longest one. It is tried in ascending order, so a later result replaces an earlier one only if it
 * is better. */
static void try(struct search *search, int at, int left) {
    int most = at ? search->chosen[at - 1] : INT_MAX;
    if (at == search->count) {
        if (left == 1)
            keep(search);
        return;
    }
    for (const int *divisor = search->divisors; *divisor; divisor++) {
        int length = *divisor;
        if (length > most || length > left || is_too_long(search, length))
            break;
        if (left % length || !reaches(length, search->count - at, left))
            continue;
        search->chosen[at] = length;
        try(search, at + 1, left / length);
    }
}

bool oc_dims_balance(int nodes, int count, int lengths[]) {
    struct search search = {.nodes = nodes, .count = count, .best = lengths, .spread = INT_MAX};
    search.divisors = divisors_of(nodes);
    search.chosen = malloc((size_t)count * sizeof *search.chosen + 1);
    bool enough = search.divisors && search.chosen;
    if (enough)
        try(&search, 0, nodes);
    free(search.divisors);
    free(search.chosen);
    return enough;
}
