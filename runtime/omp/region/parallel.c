/* parallel (OpenMP 5.2, 10.1). */
#include "omp/region/parallel.h"
#include "omp/region/alone.h"
#include "omp/region/end.h"
#include "omp/region/hooks.h"
#include "omp/region/nested.h"
#include "omp/settings/affinity.h"
#include "omp/settings/settings.h"
#include "omp/team/team.h"

/* After a region with worksharing constructs, or settings of its own. */
static __attribute__((noinline)) void clear(void) {
    struct oc_thread *self = &oc_thread;
    oc_team.singles = 0;
    oc_shares_clear(self);
    oc_settings_end(self);
}

/* A function of its own, so that nothing is kept in registers over the region. */
static __attribute__((noinline)) void end_of_region(void) {
    struct oc_thread *self = &oc_thread;
    bool is_clear = !self->shares && !self->singles && !self->settings;
    self->size = 1;
    self->active = 0;
    self->team = &oc_team_initial;
    oc_end_take(self, self->block);
    self->ready = oc_team.ready;
    if (!is_clear)
        clear();
}

/* Whether the region has one thread, as far as that is known at once. */
static bool is_alone(const struct oc_thread *self, unsigned threads) {
    if (threads == 1)
        return true;
    if (self->team == &oc_team_initial)
        return !threads && self->usual == 1;
    /* Inside an active region, where none may be inside another one. */
    return self->active && !self->block->region.may_nest;
}

static __attribute__((noinline)) void start_later(oc_region *function, void *data, unsigned threads,
                                                  unsigned flags) {
    if (__builtin_expect(oc_affinity_shown != NULL, 0))
        oc_affinity_shown(threads);
    if (OC_FLAVOUR(oc_parallel_nested)(function, data, threads))
        return;
    bool is_final = OC_WITH_TASKS && oc_thread.is_final;
    if (is_final)
        oc_thread.is_final = false;
    GOMP_parallel(function, data, (unsigned)oc_thread.ready, flags);
    if (is_final) {
        oc_thread.is_final = true;
        /* The next one comes here, too. */
        oc_thread.ready = 0;
    }
}

/* Without a frame: a region of one thread is no more than its call. */
static __attribute__((noinline)) void start_alone(oc_region *function, void *data, unsigned threads,
                                                  unsigned flags) {
    if (is_alone(&oc_thread, threads))
        OC_FLAVOUR(oc_parallel_alone)(function, data);
    else
        start_later(function, data, threads, flags);
}

/* The flags are the clause proc_bind: threads stay where their cores are. */
void OC_FLAVOUR(GOMP_parallel)(oc_region *function, void *data, unsigned threads, unsigned flags) {
    struct oc_thread *self = &oc_thread;
    int size = threads ? (int)threads : self->usual;
    if (__builtin_expect(self->ready != size, 0)) {
        start_alone(function, data, threads, flags);
        return;
    }
    /* The others see what was stored before the region. */
    oc_flush();
    oc_pass_on(self, function, data);
    /* While that is on its way. */
    self->singles = self->shares = 0;
    self->ready = 0;
    self->team = &oc_team;
    self->size = size;
    self->active = 1;
    /* In a task outside of regions, there are some already. */
    struct oc_deque *tasks = self->tasks;
    if (OC_WITH_TASKS)
        oc_tasks_begin();
    function(data);
    if (OC_WITH_TASKS) {
        oc_tasks_end();
        /* What it runs meanwhile is of this team. */
        oc_end_await(self, self->block);
        self->tasks = tasks;
    }
    end_of_region();
}
