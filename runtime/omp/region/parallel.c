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
    self->level++;
    function(data);
    self->number = outer.number;
    self->size = outer.size;
    self->loop = outer.loop;
    self->level--;
}

/* Before the first region, and the first one of another size. */
static __attribute__((noinline)) void prepare(struct oc_thread *self, int size) {
    self->block = hal_thread_own_block();
    oc_pool_start();
    oc_team_resize(self, size);
}

/* After the first region of a size: all its threads have opened their queues. */
static __attribute__((noinline)) void know_pool(int size) {
    oc_pool_threads = size;
}

void oc_parallel(oc_region *function, void *data, unsigned threads) {
    struct oc_thread *self = &oc_thread;
    int size = threads ? oc_team_size(threads) : oc_settings.team;
    if (self->active || size == 1) {
        run_alone(function, data);
        return;
    }
    if (self->built != size)
        prepare(self, size);
    struct oc_block *block = self->block;
    block->finished = 0;
    self->singles = self->shares = 0;
    oc_team.singles = 0;
    /* The others see what was stored before the region. */
    oc_flush();
    oc_pass_on(self, function, data);
    self->size = size;
    self->level++;
    self->active = 1;
    function(data);
    oc_await(&block->finished);
    self->size = 1;
    self->level--;
    self->active = 0;
    if (self->shares)
        oc_shares_clear(self->shares);
    if (oc_pool_threads < size)
        know_pool(size);
}

void GOMP_parallel(oc_region *function, void *data, unsigned threads, unsigned flags) {
    /* The flags are the clause proc_bind: threads stay where their cores are. */
    (void)flags;
    oc_parallel(function, data, threads);
}
