#include "jobs/task_mapping.h"

#include <stdlib.h>

static int by_number(const void *one, const void *other) {
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return (a > b) - (a < b);
}

void oc_map_in_rows(uint32_t *cores, uint32_t count) {
    qsort(cores, count, sizeof *cores, by_number);
}

/* What task i costs on core `core`, but for its traffic with task j. */
static uint64_t cost(const uint32_t *cores, uint32_t count, const uint32_t *bytes, uint32_t i,
                     uint32_t j, uint32_t core, uint32_t (*links)(uint32_t, uint32_t)) {
    uint64_t sum = 0;
    for (uint32_t k = 0; k < count; k++)
        if (k != i && k != j) {
            uint64_t traffic = (uint64_t)bytes[i * count + k] + bytes[k * count + i];
            sum += traffic * links(core, cores[k]);
        }
    return sum;
}

void oc_map_by_traffic(uint32_t *cores, uint32_t count, const uint32_t *bytes,
                       uint32_t (*links)(uint32_t one, uint32_t other)) {
    int helps = 1;
    oc_map_in_rows(cores, count);
    while (helps) {
        helps = 0;
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t j = i + 1; j < count; j++) {
                uint32_t a = cores[i], b = cores[j];
                uint64_t before = cost(cores, count, bytes, i, j, a, links) +
                                  cost(cores, count, bytes, j, i, b, links);
                uint64_t after = cost(cores, count, bytes, i, j, b, links) +
                                 cost(cores, count, bytes, j, i, a, links);
                if (after < before) {
                    cores[i] = b;
                    cores[j] = a;
                    helps = 1;
                }
            }
    }
}
