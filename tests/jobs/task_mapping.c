/* Random traffic on random cores of a grid: compares three ways to map tasks to cores: in the order
 * of rows, by traffic, and by the best of all permutations. For each way, prints the bytes times
 * links, summed over all random cases. */
#include "jobs/task_mapping.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define COLUMNS 6
#define TASKS 6
#define CASES 200

static uint32_t links(uint32_t one, uint32_t other) {
    return (uint32_t)(abs((int)(one % COLUMNS) - (int)(other % COLUMNS)) +
                      abs((int)(one / COLUMNS) - (int)(other / COLUMNS)));
}

static uint64_t cost(const uint32_t *cores, const uint32_t *bytes) {
    uint64_t sum = 0;
    for (int i = 0; i < TASKS; i++)
        for (int j = 0; j < TASKS; j++)
            sum += (uint64_t)bytes[i * TASKS + j] * links(cores[i], cores[j]);
    return sum;
}

static uint64_t least(uint32_t *cores, int fixed, const uint32_t *bytes) {
    if (fixed == TASKS)
        return cost(cores, bytes);
    uint64_t best = UINT64_MAX;
    for (int i = fixed; i < TASKS; i++) {
        uint32_t first = cores[fixed];
        cores[fixed] = cores[i];
        cores[i] = first;
        uint64_t found = least(cores, fixed + 1, bytes);
        best = found < best ? found : best;
        cores[i] = cores[fixed];
        cores[fixed] = first;
    }
    return best;
}

int main(int argc, char **argv) {
    uint64_t rows = 0, mapped = 0, best = 0;
    srand(argc > 1 ? (unsigned)atoi(argv[1]) : 1);
    for (int number = 0; number < CASES; number++) {
        uint32_t cores[TASKS], before[TASKS], bytes[TASKS * TASKS];
        bool taken[COLUMNS * COLUMNS] = {false}, kept[COLUMNS * COLUMNS] = {false};
        for (int i = 0; i < TASKS; i++) {
            do
                cores[i] = (uint32_t)(rand() % (COLUMNS * COLUMNS));
            while (taken[cores[i]]);
            taken[cores[i]] = true;
        }
        for (int i = 0; i < TASKS * TASKS; i++)
            bytes[i] = rand() % 3 ? 0 : (uint32_t)rand() % 1000;
        oc_map_in_rows(cores, TASKS);
        for (int i = 0; i < TASKS; i++)
            before[i] = cores[i];
        struct oc_task_mapping *mapping = oc_task_mapping_begin(cores, TASKS, bytes, links);
        while (oc_task_mapping_step(mapping))
            ;
        oc_task_mapping_end(mapping);
        for (int i = 0; i < TASKS; i++) {
            kept[cores[i]] = true;
            if ((i > 0 && before[i] <= before[i - 1]) || !taken[cores[i]])
                return 1;
        }
        for (int i = 0; i < COLUMNS * COLUMNS; i++)
            if (taken[i] != kept[i])
                return 2;
        if (cost(cores, bytes) > cost(before, bytes))
            return 3;
        rows += cost(before, bytes);
        mapped += cost(cores, bytes);
        best += least(before, 0, bytes);
    }
    printf("rows %" PRIu64 "\nmapped %" PRIu64 "\nbest %" PRIu64 "\n", rows, mapped, best);
    return 0;
}
