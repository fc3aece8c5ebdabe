/* What threads other than thread 0 do: they run regions. */
#include "omp/lock/pool.h"
#include "omp/region/end.h"
#include "omp/region/pass.h"
#include "omp/region/tree.h"
#include "omp/settings/settings.h"
#include "omp/team/team.h"

/* Takes its place in another team, or in the same one that has changed. */
static __attribute__((noinline)) void join(struct oc_block *block) {
    struct oc_team *team = (struct oc_team *)oc_pointer_of(block->region.team);
    int position = (int)block->region.position;
    block->region.team[0] = 0;
    oc_thread.tasks = NULL;
    oc_tree_build(team, position);
    if (OC_WITH_TASKS)
        oc_tasks_join();
    /* The thread that has started the region waits until there is a counter to arrive at. */
    if (position == 0) {
        oc_flush();
        hal_store(hal_thread_block(team->cores[1]) + oc_released_of(team), 1);
    }
}

/* Leaves a team inside another one: it is gone as soon as all have told its end, and another one
 * may be where it was before the thread takes its place in that. */
static void leave(struct oc_thread *self) {
    if (self->team != &oc_team)
        self->team = &oc_team_initial;
}

_Noreturn void OC_FLAVOUR(hal_thread_run)(void) {
    struct oc_thread *self = &oc_thread;
    struct oc_block *block = hal_thread_own_block();
    self->block = block;
    self->active = 1;
    oc_pool_open();
    oc_receive_start(block);
    for (;;) {
        void *data;
        oc_region *function = oc_receive(block, &data);
        if (__builtin_expect(block->region.team[0], 0))
            join(block);
        if (__builtin_expect(self->children, 0))
            oc_pass_on(self, function, data);
        function(data);
        if (OC_WITH_TASKS) {
            oc_tasks_end();
            leave(self);
        }
        oc_end_tell(self, block);
        /* For the next one; now nobody waits for it. */
        self->singles = self->shares = self->positions = 0;
        oc_settings_end(self);
    }
}
