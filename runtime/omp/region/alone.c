#include "omp/region/alone.h"

#include "omp/settings/settings.h"
#include "omp/team/team.h"

void OC_FLAVOUR(oc_parallel_alone)(oc_region *function, void *data) {
    struct oc_thread *self = &oc_thread;
    struct oc_team *outer = self->team;
    struct oc_loop loop;
    /* In a team of one thread, no code uses the members that are not set here. */
    struct oc_team team;
    team.outer = outer;
    team.starter = self->number;
    team.settings = self->settings;
    team.level = outer == &oc_team ? 2 : outer->level + 1;
    team.active_level = oc_active_level(outer);
    team.size = 1;
    team.cores = NULL;
    team.is_cancelled = team.cancelled_loop = team.waiting = 0;
    team.loop = &loop;
    int size = self->size, ready = self->ready;
    uint32_t barriers = self->barriers;
    struct oc_deque *tasks = oc_tasks;
    self->team = &team;
    self->number = 0;
    self->size = 1;
    self->ready = 0;
    self->settings = NULL;
    /* Implicit tasks are never final, even if their region is in a final task (OpenMP 5.2,
     * 12.3). */
    bool is_final = false;
    if (OC_WITH_TASKS) {
        oc_tasks = NULL;
        is_final = self->is_final;
        self->is_final = false;
    }
    function(data);
    if (OC_WITH_TASKS && oc_tasks)
        oc_tasks_end();
    oc_settings_end(self);
    if (OC_WITH_TASKS) {
        oc_tasks = tasks;
        self->is_final = is_final;
    }
    if (!team.loop)
        self->loop = loop;
    self->team = team.outer;
    self->number = team.starter;
    self->settings = (struct oc_settings *)team.settings;
    self->size = size;
    self->barriers = barriers;
    if (ready && oc_team.ready)
        self->ready = ready;
}
