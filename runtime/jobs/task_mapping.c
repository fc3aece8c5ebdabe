#include "jobs/task_mapping.h"

#include <stdlib.h>

struct oc_task_mapping {
    uint32_t *cores;
    uint32_t count;
    uint32_t (*links)(uint32_t one, uint32_t other);
    uint32_t one, other;   /* the next exchange to try, one < other */
    uint32_t unsuccessful; /* exchanges in a row that have not helped */
    uint32_t between[];    /* for each pair of tasks, the bytes that both send to each other */
};

/* An insertion sort, because there are few cores and most of them come in order. */
void oc_map_in_rows(uint32_t *cores, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        uint32_t core = cores[i], j = i;
        for (; j > 0 && cores[j - 1] > core; j--)
            cores[j] = cores[j - 1];
        cores[j] = core;
    }
}

struct oc_task_mapping *oc_task_mapping_begin(uint32_t *cores, uint32_t count,
                                              const uint32_t *bytes,
                                              uint32_t (*links)(uint32_t one, uint32_t other)) {
    size_t pairs = (size_t)count * count;
    struct oc_task_mapping *mapping = malloc(sizeof *mapping + pairs * sizeof *mapping->between);
    if (!mapping)
        return NULL;
    *mapping = (struct oc_task_mapping){.cores = cores, .count = count, .links = links, .other = 1};
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < count; j++)
            mapping->between[i * count + j] = bytes[i * count + j] + bytes[j * count + i];
    return mapping;
}

/* Whether the sum of links × bytes over all pairs of tasks becomes smaller if the two tasks
 * exchange their cores. */
static bool helps(const struct oc_task_mapping *mapping, uint32_t one, uint32_t other) {
    const uint32_t *of_one = mapping->between + one * mapping->count,
                   *of_other = mapping->between + other * mapping->count, *cores = mapping->cores;
    int64_t change = 0;
    for (uint32_t i = 0; i < mapping->count; i++)
        if (of_one[i] != of_other[i] && i != one && i != other) {
            int64_t more = (int64_t)of_one[i] - of_other[i];
            int64_t farther = (int64_t)mapping->links(cores[other], cores[i]) -
                              mapping->links(cores[one], cores[i]);
            change += more * farther;
        }
    return change < 0;
}

bool oc_task_mapping_step(struct oc_task_mapping *mapping) {
    uint32_t one = mapping->one, other = mapping->other, count = mapping->count;
    if (mapping->unsuccessful >= count * (count - 1) / 2)
        return false;
    mapping->unsuccessful++;
    if (helps(mapping, one, other)) {
        uint32_t core = mapping->cores[one];
        mapping->cores[one] = mapping->cores[other];
        mapping->cores[other] = core;
        mapping->unsuccessful = 0;
    }
    if (++mapping->other == count) {
        mapping->one = one + 2 < count ? one + 1 : 0;
        mapping->other = mapping->one + 1;
    }
    return true;
}

void oc_task_mapping_end(struct oc_task_mapping *mapping) {
    free(mapping);
}
