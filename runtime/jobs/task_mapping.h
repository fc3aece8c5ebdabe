/* Which core of a job each of its tasks gets. */
#ifndef JOBS_TASK_MAPPING_H
#define JOBS_TASK_MAPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sorts cores by their numbers, which is row order. */
void oc_map_in_rows(uint32_t *cores, uint32_t count);

/* Improves the assignment of tasks to cores: exchanges the cores of two tasks as long as this
 * lowers the sum of links × bytes. Task i sends bytes[i × count + j] bytes, less than 2^31, to task
 * j. links() returns the number of links between two cores. */
struct oc_task_mapping;
struct oc_task_mapping *oc_task_mapping_begin(uint32_t *cores, uint32_t count,
                                              const uint32_t *bytes,
                                              uint32_t (*links)(uint32_t one, uint32_t other));

/* Tries one exchange. Returns false if no exchange helps any more. */
bool oc_task_mapping_step(struct oc_task_mapping *mapping);
void oc_task_mapping_end(struct oc_task_mapping *mapping);

#endif
