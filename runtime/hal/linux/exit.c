#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "hal/linux/shared.h"

_Noreturn void hal_exit(int code) {
    exit(code);
}

/* The system passes on only the lowest eight bits of an exit code. If these bits are 0 and the code
 * is not 0, the status is 1, so that a failure does not look like success. */
static int status(int code) {
    int low = code & 0xff;
    return code && !low ? 1 : low;
}

_Noreturn void hal_abort(int code) {
    fflush(NULL);
    uint32_t found = 0, who = (uint32_t)hal_self.place << 16;
    if (!hal_self.shared)
        _exit(status(code));
    if (atomic_compare_exchange_strong(&hal_self.shared->aborted, &found, ABORTING | who)) {
        hal_leave_callers(0);
        atomic_store(&hal_self.shared->aborted, ABORTED | who | (unsigned)status(code));
        for (int place = 0; place < hal_self.places; place++) {
            pid_t process = hal_self.shared->seats[place].process;
            if (process && place != hal_self.place)
                kill(process, SIGKILL);
        }
    } else if (found >> 16 == (uint32_t)hal_self.place) {
        /* Another thread is ending the process, which ends this thread, too. */
        for (;;)
            pause();
    }
    _exit(status(code));
}
