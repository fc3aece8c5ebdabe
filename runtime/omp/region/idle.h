/* Threads that are in no team. */
#ifndef OMP_REGION_IDLE_H
#define OMP_REGION_IDLE_H

#include <stdint.h>

/* Takes up to `most` of the threads from `first` to before `end` that nobody has taken; writes
 * their numbers, and gives how many. */
int oc_idle_take(uint16_t *threads, int most, int first, int end);
void oc_idle_give(const uint16_t *threads, int count);

#endif
