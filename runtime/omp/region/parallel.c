/* parallel (OpenMP 5.2, 10.1). */
#include "omp/lock/pool.h"
#include "omp/region/region.h"
#include "omp/team/settings.h"
#include "omp/team/team.h"

struct oc_team oc_team;

/* A region with a team of one, which may be inside another one. */
static __attribute__((noinline)) void run_alone(oc_region *function, void *data) {
    struct oc_thread *self = &oc_thread, outer = *self;
    self->number = 0;
    self->size = 1;
    self->alone++;
    function(data);
    self->number = outer.number;
    self->size = outer.size;
    self->loop = outer.loop;
    self->alone--;
}

/* Before the first region, and the first one of another size. False: one thread is no team. */
static __attribute__((noinline)) bool prepare(struct oc_thread *self, int size) {
    if (size == 1)
        return false;
    self->block = hal_thread_own_block();
    oc_pool_start();
    oc_team_resize(self, size);
    return true;
}

void oc_parallel(oc_region *function, void *data, unsigned threads) {
    struct oc_thread *self = &oc_thread;
    int size = threads ? oc_team_size(threads) : oc_settings.team;
    if (self->active || (self->built != size && !prepare(self, size))) {
        run_alone(function, data);
        return;
    }
    struct oc_block *block = self->block;
    block->finished = 0;
    self->singles = self->shares = 0;
    oc_team.singles = 0;
    /* The others see what was stored before the region. */
    oc_flush();
    oc_pass_on(self, function, data);
    self->size = size;
    self->active = 1;
    function(data);
    oc_await(&block->finished);
    self->size = 1;
    self->active = 0;
    if (self->shares)
        oc_shares_clear(self->shares);
}

void GOMP_parallel(oc_region *function, void *data, unsigned threads, unsigned flags) {
    /* The flags are the clause proc_bind: threads stay where their cores are. */
    (void)flags;
    oc_parallel(function, data, threads);
}
