/* parallel (OpenMP 5.2, 10.1). */
#include "omp/region/inside.h"
#include "omp/region/region.h"
#include "omp/team/settings.h"
#include "omp/team/team.h"

struct oc_team oc_team_initial = {.size = 1};
struct oc_team oc_team = {.outer = &oc_team_initial, .level = 1, .active_level = 1};

void oc_parallel(oc_region *function, void *data, unsigned threads) {
    struct oc_thread *self = &oc_thread;
    int size = threads ? (int)threads : oc_settings.team;
    if (self->ready != size) {
        if (oc_parallel_inside(function, data, threads))
            return;
        size = self->ready;
    }
    struct oc_block *block = self->block;
    block->finished[0] = 0;
    oc_team.singles = 0;
    /* The others see what was stored before the region. */
    oc_flush();
    oc_pass_on(self, function, data);
    /* While that is on its way. */
    self->singles = self->shares = 0;
    self->ready = 0;
    self->team = &oc_team;
    self->size = size;
    self->active = 1;
    function(data);
    self->size = 1;
    self->active = 0;
    self->team = &oc_team_initial;
    self->ready = size;
    oc_settings_end(self);
    oc_await(&block->finished[0]);
    if (self->shares)
        oc_shares_clear(self->shares);
}

void GOMP_parallel(oc_region *function, void *data, unsigned threads, unsigned flags) {
    /* The flags are the clause proc_bind: threads stay where their cores are. */
    (void)flags;
    oc_parallel(function, data, threads);
}
