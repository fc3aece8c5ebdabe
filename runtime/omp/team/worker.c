/* What threads other than thread 0 do: they run regions. */
#include "omp/lock/pool.h"
#include "omp/team/pass.h"

_Thread_local struct oc_thread oc_thread = {.size = 1};

_Noreturn void hal_thread_run(void) {
    struct oc_thread *self = &oc_thread;
    struct oc_block *block = hal_thread_own_block();
    self->number = hal_thread();
    self->block = block;
    self->active = 1;
    oc_pool_open();
    for (;;) {
        oc_await(&block->function[0]);
        oc_region *function = (oc_region *)oc_pointer_of(block->function);
        void *data = (void *)oc_pointer_of(block->data);
        block->function[0] = 0;
        int size = (int)block->size;
        if (self->size != size) {
            self->size = size;
            oc_team_resize(self, size);
        }
        if (self->children)
            oc_pass_on(self, function, data);
        function(data);
        /* What it has stored is seen by who sees its end. */
        oc_flush();
        hal_counter_add(self->complete, 1);
        /* For the next one; now nobody waits for it. */
        self->singles = self->shares = 0;
    }
}
