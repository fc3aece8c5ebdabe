/* Changes settings for regions, loops and tasks that the calling task will start (OpenMP 5.2,
 * 18.2). */
#include "omp/settings/settings.h"

void omp_set_num_threads(int threads) {
    struct oc_settings *own = oc_settings_own();
    own->threads = threads > 0 ? threads : 1;
    oc_settings_apply(own);
}

void omp_set_dynamic(int is_dynamic) {
    oc_settings_own()->is_dynamic = is_dynamic != 0;
}

void omp_set_schedule(omp_sched_t kind, int chunk) {
    unsigned plain = (unsigned)kind & ~(unsigned)omp_sched_monotonic;
    if (plain < omp_sched_static || plain > omp_sched_auto)
        return;
    struct oc_settings *own = oc_settings_own();
    own->schedule = kind;
    own->chunk = chunk > 0 && plain != omp_sched_auto ? chunk : oc_usual_chunk(plain);
}

void omp_set_max_active_levels(int levels) {
    if (levels < 0)
        return;
    struct oc_settings *own = oc_settings_own();
    own->most_active_levels = levels < OC_MOST_ACTIVE ? levels : OC_MOST_ACTIVE;
    oc_settings_apply(own);
}

void omp_set_nested(int is_nested) {
    omp_set_max_active_levels(is_nested ? OC_MOST_ACTIVE : 1);
}
