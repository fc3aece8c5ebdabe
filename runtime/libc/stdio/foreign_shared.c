#include <stdint.h>

#include "hal/hal.h"
#include "libc/lock/lock.h"
#include "libc/stdio/foreign.h"

/* Few files share a lock. */
enum { LOCKS = 16 };

bool __oc_foreign_put_shared(FILE *file, char c) {
    static struct __lock locks[LOCKS];
    if (hal_threads() == 1)
        return __oc_foreign_put_alone(file, c);
    struct __lock *lock = &locks[(uintptr_t)file / sizeof *file % LOCKS];
    __oc_lock_acquire(lock);
    bool good = __oc_foreign_put_alone(file, c);
    __oc_lock_release(lock);
    return good;
}
