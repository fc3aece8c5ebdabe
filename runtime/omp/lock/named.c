/* Named critical constructs. The compiler reserves a word for each name, 0 at first. */
#include "omp/lock/lock.h"
#include "omp/team/thread.h"

void GOMP_critical_name_start(void **name) {
    if (oc_thread.active)
        oc_lock_set((oc_lock *)name);
}

void GOMP_critical_name_end(void **name) {
    if (oc_thread.active)
        oc_lock_unset((oc_lock *)name);
}
