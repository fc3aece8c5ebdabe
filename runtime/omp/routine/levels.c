/* The regions that contain the calling thread (OpenMP 5.2, 18.2). */
#include "omp.h"
#include "omp/team/team.h"

int omp_in_parallel(void) {
    return oc_thread.active > 0;
}

int omp_get_level(void) {
    return oc_thread.team->level;
}

int omp_get_active_level(void) {
    int active = 0;
    for (const struct oc_team *team = oc_thread.team; team->level; team = team->outer)
        active += team->size > 1;
    return active;
}

int omp_get_supported_active_levels(void) {
    return OC_MOST_ACTIVE;
}

/* The team at `level` around the calling thread. Stores the number that the calling thread, or its
 * ancestor, has in that team. Returns null if there is no such level. */
static const struct oc_team *ancestor(int level, int *number) {
    const struct oc_team *team = oc_thread.team;
    *number = oc_thread.number;
    if (level < 0 || level > team->level)
        return NULL;
    for (; team->level > level; team = team->outer)
        *number = team->starter;
    return team;
}

int omp_get_ancestor_thread_num(int level) {
    int number;
    return ancestor(level, &number) ? number : -1;
}

int omp_get_team_size(int level) {
    int number;
    const struct oc_team *team = ancestor(level, &number);
    return team ? team->size : -1;
}
