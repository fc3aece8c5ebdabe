/* task (OpenMP 5.2, 12.5). Each is run at once by the thread that meets it, which the standard
 * leaves to the implementation; so what it depends on has been done before. */
#include <stdbool.h>
#include <stdint.h>

#include "hal/hal.h"
#include "omp.h"
#include "omp/region/region.h"
#include "omp/team/message.h"

/* Of the compiler's flags. */
enum { FINAL = 1 << 1, DETACH = 1 << 13 };

static _Thread_local bool is_final;

void GOMP_task(oc_region *function, void *data, void (*copy)(void *to, void *from), long bytes,
               long alignment, bool is_deferred, unsigned flags, void **depends, int priority,
               void *event);
void GOMP_task(oc_region *function, void *data, void (*copy)(void *to, void *from), long bytes,
               long alignment, bool is_deferred, unsigned flags, void **depends, int priority,
               void *event) {
    (void)is_deferred, (void)depends, (void)priority, (void)event;
    if (flags & DETACH) {
        oc_message("OpenMP", ": the clause detach is not offered");
        hal_abort(1);
    }
    bool was_final = is_final;
    is_final |= (flags & FINAL) != 0;
    if (copy) {
        char room[bytes + alignment];
        void *own = (void *)(((uintptr_t)room + (uintptr_t)alignment - 1) & -(uintptr_t)alignment);
        copy(own, data);
        function(own);
    } else {
        function(data);
    }
    is_final = was_final;
}

int omp_in_final(void) {
    return is_final;
}

int omp_get_max_task_priority(void) {
    return 0;
}
