/* The work of threads other than thread 0: they wait for regions and run them. */
#include "omp/lock/pool.h"
#include "omp/region/end.h"
#include "omp/region/pass.h"
#include "omp/region/tree.h"
#include "omp/settings/settings.h"
#include "omp/team/team.h"

/* Joins another team, or the same team after it has changed, at the position that the block
 * gives. */
static __attribute__((noinline)) void join(struct oc_block *block) {
    struct oc_team *team = (struct oc_team *)oc_pointer_of(block->region.team);
    int position = (int)block->region.position;
    if (OC_WITH_TASKS)
        oc_tasks = NULL;
    oc_tree_build(team, position);
    block->region.team[0] = oc_thread.children ? OC_PASSES_ON : 0;
    if (OC_WITH_TASKS)
        oc_tasks_join();
    /* The thread that has started the region is waiting, because other threads could not yet add to
     * this thread's counters. This store ends its wait. */
    if (position == 0) {
        oc_flush();
        hal_store(hal_thread_block(team->cores[1]) + oc_released_of(team), 1);
    }
}

/* Leaves a nested team. As soon as all threads have reported their end, the memory of the team may
 * be reused, even before this thread joins its next team. */
static void leave(struct oc_thread *self) {
    if (self->team != &oc_team)
        self->team = &oc_team_initial;
}

_Noreturn void OC_FLAVOUR(hal_thread_run)(void) {
    struct oc_thread *self = &oc_thread;
    struct oc_block *block = hal_thread_own_block();
    self->block = block;
    self->active = OC_ACTIVE;
    oc_pool_open();
    oc_receive_start(block);
    /* The compiler keeps this address in a register from one region to the next. */
    hal_address complete = 0;
    for (;;) {
        void *data;
        uint32_t team;
        oc_region *function = oc_receive(block, &data, &team);
        if (__builtin_expect(team != 0, 0)) {
            if (team != OC_PASSES_ON) {
                join(block);
                complete = self->complete;
            }
            /* This loop takes less code than oc_pass_on(), which would be inlined. */
            oc_passed region = oc_passed_of(function, data);
            const hal_address *child = self->child, *end = child + self->children;
            while (child < end)
                oc_pass(*child++, region);
        }
        function(data);
        if (OC_WITH_TASKS) {
            oc_tasks_end();
            leave(self);
        }
        oc_end_tell(self, block, complete);
        /* The state is reset for the next region after the thread has reported its end, so no
         * thread waits for this work. */
        self->singles = self->shares = self->positions = 0;
        oc_settings_end(self);
    }
}
