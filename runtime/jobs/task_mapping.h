/* Which core of a job each of its tasks gets. */
#ifndef JOBS_TASK_MAPPING_H
#define JOBS_TASK_MAPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Row order: cores in the order of their numbers. */
void oc_map_in_rows(uint32_t *cores, uint32_t count);

/* Improves a mapping: exchanges two tasks as long as that lowers the sum of links × bytes. `bytes`
 * at [i × count + j], below 2^31, is what task i sends to task j; links() gives the links between
 * two cores. */
struct oc_task_mapping;
struct oc_task_mapping *oc_task_mapping_begin(uint32_t *cores, uint32_t count,
                                              const uint32_t *bytes,
                                              uint32_t (*links)(uint32_t one, uint32_t other));

/* Tries one exchange. False: no exchange helps any more. */
bool oc_task_mapping_step(struct oc_task_mapping *mapping);
void oc_task_mapping_end(struct oc_task_mapping *mapping);

#endif
