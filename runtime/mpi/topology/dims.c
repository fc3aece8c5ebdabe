#include "mpi/topology/dims.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* All divisors are tried for each dimension, the longest first. */
struct search {
    int nodes;
    int *divisors; /* ascending, then 0 */
    int count;     /* of dimensions */
    int *chosen;
    int *best;
    int spread; /* of the best: longest - shortest */
};

/* The divisors of a number; gives how many, at most `room` of them written. */
static int divide(int number, int *divisors, int room) {
    int found = 0;
    for (int i = 1; i <= number / i; i++)
        if (number % i == 0 && found++ < room)
            divisors[found - 1] = i;
    int small = found;
    for (int i = small - 1; i >= 0 && room; i--)
        if (divisors[i] != number / divisors[i])
            divisors[found++] = number / divisors[i];
    return room ? found : 2 * found;
}

/* Whether length^count >= number. */
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

/* The shortest is at most the root of the number, so a dimension this long gives a spread that is
 * no better. (A spread of INT_MAX is that of nothing found yet.) */
static bool is_too_long(const struct search *search, int length) {
    int shortest = length - search->spread + 1;
    return shortest > 1 && reaches(shortest - 1, search->count, search->nodes);
}

/* Chooses the lengths from `at` on for what is left of the number. What is tried first has the
 * shorter longest ones, so a later one must be better to take its place. */
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
    int room = divide(nodes, NULL, 0);
    struct search search = {.nodes = nodes, .count = count, .best = lengths, .spread = INT_MAX};
    search.divisors = calloc((size_t)room + 1, sizeof *search.divisors);
    search.chosen = malloc((size_t)count * sizeof *search.chosen + 1);
    bool enough = search.divisors && search.chosen;
    if (enough) {
        divide(nodes, search.divisors, room);
        try(&search, 0, nodes);
    }
    free(search.divisors);
    free(search.chosen);
    return enough;
}
