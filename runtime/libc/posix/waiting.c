/* Functions that wait for blocked signals. A call fails with EDEADLK if the process has no other
 * thread and no timer, since no signal would ever come. */
#include <errno.h>
#include <signal.h>
#include <time.h>

#include "hal/hal.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

int __oc_sigtimedwait(const sigset_t *set, siginfo_t *information, const struct timespec *time) {
    uint64_t each = hal_cycles_per_second(), start = hal_cycles();
    uint64_t most =
        time ? (uint64_t)time->tv_sec * each + (uint64_t)time->tv_nsec * each / 1000000000 : 0;
    for (unsigned pause = 0;;) {
        int number = __oc_take_signal(*set);
        if (number && information)
            *information =
                (siginfo_t){.si_signo = number, .si_code = SI_USER, .si_pid = __oc_getpid()};
        if (number)
            return number;
        errno = 0;
        if (time && hal_cycles() - start >= most)
            errno = EAGAIN;
        else if (!time && hal_threads() == 1 && !&__oc_alarms)
            errno = EDEADLK;
        if (errno || (time ? __oc_poll_pause() : __oc_pause_for_others(&pause)))
            return -1;
    }
}
ALSO_NAMED(sigtimedwait);

WEAK int sigwaitinfo(const sigset_t *set, siginfo_t *information) {
    return __oc_sigtimedwait(set, information, NULL);
}

WEAK int sigwait(const sigset_t *set, int *number) {
    int before = errno, result;
    do
        result = __oc_sigtimedwait(set, NULL, NULL);
    while (result < 0 && errno == EINTR);
    if (result < 0)
        return errno;
    errno = before;
    *number = result;
    return 0;
}
