#include "omp/region/nested.h"

#include <string.h>

#include "omp.h"
#include "omp/lock/pool.h"
#include "omp/region/alone.h"
#include "omp/region/end.h"
#include "omp/region/hooks.h"
#include "omp/region/idle.h"
#include "omp/region/tree.h"
#include "omp/settings/settings.h"
#include "omp/team/team.h"

/* Prepares the calling thread for starting a region with other threads: sets its block, and opens
 * the queues or mutexes for locks. */
static void prepare_starter(struct oc_thread *self) {
    self->block = hal_thread_own_block();
    oc_pool_start();
}

static hal_address finished(const struct oc_team *team) {
    return hal_thread_block(hal_thread()) + OC_IN_BLOCK(region.finished) +
           sizeof(uint32_t) * (uint32_t)(team->active_level - 1);
}

/* The function that the team of threads 0 to size - 1 runs as its last region: each thread leaves
 * the team. */
static void leave_team(void *data) {
    (void)data;
    oc_thread.team = &oc_team_initial;
    oc_tasks = NULL;
    oc_tasks_join();
}

/* Ends the team of threads 0 to size - 1 by one last region, before any of its threads may join
 * another team. Without this region, a thread at the end of its previous region would go on looking
 * for tasks. It would find tasks of a team that it has left or not yet joined, and would run them
 * in the wrong team or keep them from other threads. */
static void dissolve(struct oc_thread *self) {
    struct oc_deque *tasks = oc_tasks;
    oc_tasks = NULL; /* tasks that the thread has made outside of regions must not run here */
    oc_flush();
    oc_pass_on(self, leave_team, NULL);
    oc_end_take(self, self->block);
    oc_tasks = tasks;
    oc_team.size = oc_team.ready = 0;
}

/* Sets up the team of threads 0 to size - 1. */
static void prepare(struct oc_thread *self, int size) {
    if (self->ready == size)
        return;
    if (OC_WITH_TASKS && oc_team.size)
        dissolve(self);
    prepare_starter(self);
    memset(oc_team.shares, 0, sizeof oc_team.shares);
    oc_team.singles = oc_team.is_cancelled = oc_team.cancelled_loop = oc_team.waiting = 0;
    oc_team.size = oc_team.ready = self->ready = size;
    oc_team.finished = finished(&oc_team);
    if (OC_WITH_TASKS)
        oc_tasks_forget();
    oc_tree_build(&oc_team, 0);
}

/* Runs a region with threads that were idle. The calling thread is at position 1 of the team's tree
 * (region/tree.h). */
static void run_together(struct oc_thread *self, struct oc_team *team, oc_region *function,
                         void *data) {
    prepare_starter(self);
    struct oc_block *block = self->block;
    team->active_level++;
    team->finished = finished(team);
    volatile uint32_t *end = &block->region.finished[team->active_level - 1];
    oc_tree_build(team, 1);
    self->active = OC_ACTIVE;
    hal_address first = hal_thread_block(team->cores[0]);
    oc_flush();
    hal_store(first + OC_IN_BLOCK(region.position), 0);
    oc_post(first + OC_IN_BLOCK(region.team), (uintptr_t)team);
    oc_pass(oc_region_target(team->cores[0]), oc_passed_of(function, data));
    oc_await_release(self->released);
    function(data);
    if (OC_WITH_TASKS)
        oc_tasks_end();
    oc_await(end);
    *end = 0;
    /* While the thread waited, it may have run tasks. It cleans up after these, too. */
    if (OC_WITH_TASKS)
        oc_tasks_end();
    if (self->positions)
        oc_doacross_clear(team);
}

/* Whether the thread is in a region of the team of threads 0 to size - 1, directly or through
 * nested regions. */
static bool is_in_team_of_all(const struct oc_thread *self) {
    const struct oc_team *team = self->team;
    while (team && team != &oc_team)
        team = team->outer;
    return team != NULL;
}

/* Takes up to `most` threads that are in no team. Thread 0 is always in a team. */
static int take(struct oc_thread *self, uint16_t *cores, int most) {
    bool is_around = is_in_team_of_all(self);
    if (OC_WITH_TASKS && !is_around && oc_team.size && most)
        dissolve(self);
    int count = oc_idle_take(cores, most, is_around ? oc_team.size : 1, oc_settings.limit);
    /* The threads that have been taken may have been in the outermost team. That team must then be
     * set up again before its next region. */
    if (count && !is_around)
        HAL_WRITE(&oc_team.ready, 0);
    return count;
}

/* Runs a nested region with `others` threads that take() has returned. Their numbers are in
 * cores[1] and the following elements. */
static void run_inside(struct oc_thread *self, oc_region *function, void *data, uint16_t *cores,
                       int others) {
    struct oc_thread outer;
    struct oc_deque *tasks = oc_tasks;
    memcpy(&outer, self, OC_OF_TEAM_BYTES);
    struct oc_team team = {.outer = self->team,
                           .starter = self->number,
                           .settings = self->settings,
                           .level = self->team->level + 1,
                           .active_level = self->team->active_level,
                           .size = others + 1,
                           .cores = cores};
    self->settings = NULL;
    if (OC_WITH_TASKS)
        oc_tasks = NULL;
    self->singles = self->shares = self->positions = self->barriers = 0;
    self->ready = 0;
    cores[0] = cores[1];
    cores[1] = (uint16_t)hal_thread();
    /* Implicit tasks are never final, even if their region is in a final task (OpenMP 5.2,
     * 12.3). */
    self->is_final = false;
    run_together(self, &team, function, data);
    cores[1] = cores[0];
    oc_idle_give(cores + 1, others);
    oc_settings_end(self);
    memcpy(self, &outer, OC_OF_TEAM_BYTES);
    if (OC_WITH_TASKS) {
        oc_tasks = tasks;
        oc_tasks_return();
    }
    if (!HAL_READ(&oc_team.ready))
        self->ready = 0;
}

bool OC_FLAVOUR(oc_parallel_nested)(oc_region *function, void *data, unsigned threads) {
    struct oc_thread *self = &oc_thread;
    const int *rest;
    unsigned asked = threads ? threads : (unsigned)oc_settings_threads(&rest);
    if (self->team == &oc_team_initial) {
        int size = oc_settings.most_active_levels ? oc_team_size(asked) : 1;
        if (size > 1) {
            prepare(self, size);
            return false;
        }
        asked = 1;
    }
    unsigned most = asked > (unsigned)oc_settings.limit ? (unsigned)oc_settings.limit : asked;
    uint16_t cores[most + 1];
    int others = 0;
    if (oc_active_level(self->team) < OC_MOST_ACTIVE &&
        omp_get_active_level() < oc_settings_here()->most_active_levels) {
        others = take(self, cores + 1, (int)most - 1);
        if (__builtin_expect(asked > (unsigned)others + 1, 0))
            oc_team_is_short(asked, others + 1);
    }
    if (others)
        run_inside(self, function, data, cores, others);
    else
        OC_FLAVOUR(oc_parallel_alone)(function, data);
    return true;
}
