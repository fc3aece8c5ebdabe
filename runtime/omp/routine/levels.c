/* Which regions the thread is in. Of those around each other at most the outermost has several
 * threads, so all others have one. */
#include "omp/team/team.h"

#include "omp.h"
#include "omp/team/settings.h"

int omp_in_parallel(void) {
    return oc_thread.active;
}

int omp_get_level(void) {
    return oc_thread.alone + oc_thread.active;
}

int omp_get_active_level(void) {
    return oc_thread.active;
}

int omp_get_supported_active_levels(void) {
    return 1;
}

int omp_get_max_active_levels(void) {
    return oc_settings.most_active_levels;
}

void omp_set_max_active_levels(int levels) {
    if (levels >= 0)
        oc_settings.most_active_levels = levels < 1 ? levels : 1;
}

int omp_get_nested(void) {
    return 0;
}

void omp_set_nested(int is_nested) {
    (void)is_nested;
}
