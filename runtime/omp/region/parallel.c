/* parallel (OpenMP 5.2, 10.1). */
#include "omp/region/parallel.h"
#include "omp/region/alone.h"
#include "omp/region/end.h"
#include "omp/region/hooks.h"
#include "omp/region/nested.h"
#include "omp/settings/affinity.h"
#include "omp/settings/settings.h"
#include "omp/team/team.h"

/* The calling thread, kept in a register: otherwise GCC computes the address again for each use. */
static inline struct oc_thread *here(void) {
    struct oc_thread *self = &oc_thread;
    __asm__("" : "+r"(self));
    return self;
}

/* Cleans up after a region with worksharing constructs or settings of its own. */
static __attribute__((noinline)) void clear(void) {
    struct oc_thread *self = &oc_thread;
    oc_team.singles = 0;
    oc_shares_clear(self);
    oc_settings_end(self);
}

/* The end of a region is not inlined, so that no registers have to be saved across the region. */
static __attribute__((noinline)) void end_of_region(void) {
    struct oc_thread *self = here();
    uintptr_t left = (uintptr_t)self->settings | self->shares | self->singles;
    self->size = 1;
    self->active = 0;
    self->team = &oc_team_initial;
    oc_end_take(self, self->block);
    self->ready = oc_team.ready;
    if (__builtin_expect(left != 0, 0))
        clear();
}

/* Tests quickly whether the region has only one thread. The result may be false for such a
 * region. */
static bool is_alone(const struct oc_thread *self, unsigned threads) {
    if (threads == 1)
        return true;
    if (self->team == &oc_team_initial)
        return !threads && self->usual == 1;
    /* A region inside an active one has one thread, unless nested active regions are allowed. */
    return self->active > 0 && !self->block->region.may_nest;
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
        /* If `ready` is 0, the next region does not start at once, and so comes to this function,
         * which clears `is_final`. */
        oc_thread.ready = 0;
    }
}

/* This function has no stack frame, so a region of one thread costs no more than a call. */
static __attribute__((noinline)) void start_alone(oc_region *function, void *data, unsigned threads,
                                                  unsigned flags) {
    if (is_alone(&oc_thread, threads))
        OC_FLAVOUR(oc_parallel_alone)(function, data);
    else
        start_later(function, data, threads, flags);
}

/* `flags` contains the clause proc_bind, which has no effect because threads stay on their
 * cores. */
void OC_FLAVOUR(GOMP_parallel)(oc_region *function, void *data, unsigned threads, unsigned flags) {
    struct oc_thread *self = here();
    int ready = self->ready, usual = self->usual;
    int size = usual;
    if (__builtin_expect(threads != 0, 0))
        size = (int)threads;
    if (__builtin_expect(ready != size, 0)) {
        start_alone(function, data, threads, flags);
        return;
    }
    /* The other threads must see all stores made before the region. */
    oc_flush();
    oc_pass_on(self, function, data);
    /* The stores below are executed while the region travels to the other threads. */
    self->singles = self->shares = 0;
    self->ready = 0;
    self->team = &oc_team;
    self->size = size;
    self->active = OC_ACTIVE;
    /* The deque of tasks made outside of regions is set aside during the region. */
    struct oc_deque *tasks = oc_tasks;
    if (OC_WITH_TASKS)
        oc_tasks_begin();
    function(data);
    if (OC_WITH_TASKS) {
        oc_tasks_end();
        /* The thread may run tasks while it waits, and they belong to this team. So it returns to
         * its earlier deque only after the wait. */
        oc_end_await(self, self->block);
        oc_tasks = tasks;
    }
    end_of_region();
}
