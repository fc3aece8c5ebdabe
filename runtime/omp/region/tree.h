/* The tree of a team. Threads form groups of OC_GROUP, groups form groups of OC_GROUP groups, and
 * so on, up to one group that contains all threads. The first thread of a group leads it. Regions
 * go down the tree by stores; arrivals at barriers and at the end of a region go up by counters.
 *
 * A thread that starts a nested region may lead groups of the outer team, so its counters may be in
 * use. In the nested team's tree this thread is therefore at position 1, which leads no group, and
 * the thread with number 1 is at position 0. The position of each other thread is its number in the
 * team. */
#ifndef OMP_REGION_TREE_H
#define OMP_REGION_TREE_H

#include "omp/team/block.h"

/* The counters that a leader has at each level at which it leads a group. */
enum oc_tree_counter { OC_ARRIVALS, OC_DEPARTURES, OC_ENDS, OC_COUNTERS_PER_LEVEL };
_Static_assert(OC_MOST_LEVELS *OC_COUNTERS_PER_LEVEL <= HAL_THREAD_COUNTERS, "they are kept");

struct oc_team;

/* Sets up the calling thread's counters and its links in the tree for a position in a team of at
 * least 2 threads. */
void oc_tree_build(struct oc_team *team, int position);

#endif
