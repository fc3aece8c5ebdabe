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

_Noreturn void hal_abort(int code) {
    fflush(NULL);
    uint32_t none = 0;
    if (self.shared && atomic_compare_exchange_strong(&self.shared->aborted, &none,
                                                      ABORTED | (unsigned)status(code))) {
        for (int place = 0; place < self.places; place++) {
            pid_t process = self.shared->place[place].process;
            if (process && place != self.place)
                kill(process, SIGKILL);
        }
    }
    _exit(status(code));
}
