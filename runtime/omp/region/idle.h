/* Threads that are in no team and can join a nested one. */
#ifndef OMP_REGION_IDLE_H
#define OMP_REGION_IDLE_H

#include <stdint.h>

/* oc_idle_take() takes up to `most` free threads with numbers from `first` to `end` - 1, writes
 * their numbers and returns how many it has taken. oc_idle_give() gives them back. */
int oc_idle_take(uint16_t *threads, int most, int first, int end);
void oc_idle_give(const uint16_t *threads, int count);

#endif
