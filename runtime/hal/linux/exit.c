#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "hal/linux/shared.h"

_Noreturn void hal_exit(int code) {
    exit(code);
}

/* What a system can tell of a code, eight bits; an aborted job has not succeeded because these are
 * 0. */
static int status(int code) {
    int low = code & 0xff;
    return code && !low ? 1 : low;
}

/* The program comes first; later objects need not be asked. */
static int take_base(struct dl_phdr_info *object, size_t bytes, void *base) {
    (void)bytes;
    *(uintptr_t *)base = object->dlpi_addr;
    return 1;
}

/* For the launcher, which looks up the lines. */
static void leave_callers(struct shared *shared) {
    void *callers[CALLERS];
    uintptr_t base = 0;
    dl_iterate_phdr(take_base, &base);
    for (int i = backtrace(callers, CALLERS); i-- > 0;)
        shared->callers[i] = (uintptr_t)callers[i] - base;
    shared->seat_aborted = own_seat;
}

_Noreturn void hal_abort(int code) {
    fflush(NULL);
    uint32_t found = 0, who = (uint32_t)self.place << 16;
    if (!self.shared)
        _exit(status(code));
    if (atomic_compare_exchange_strong(&self.shared->aborted, &found, ABORTING | who)) {
        leave_callers(self.shared);
        atomic_store(&self.shared->aborted, ABORTED | who | (unsigned)status(code));
        for (int place = 0; place < self.places; place++) {
            pid_t process = self.shared->place[place].process;
            if (process && place != self.place)
                kill(process, SIGKILL);
        }
    } else if (found >> 16 == (uint32_t)self.place) {
        /* Another thread is at it, and ends this one too. */
        for (;;)
            pause();
    }
    _exit(status(code));
}
