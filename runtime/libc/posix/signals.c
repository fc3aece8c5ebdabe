/* The only signals are those that a process raises itself, so signal masks and flags change
 * nothing. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>

#include "libc/names/weak.h"

#undef sigaction

WEAK int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
    void (*handler)(int) = signal(number, action ? action->sa_handler : SIG_DFL);
    if (handler == SIG_ERR)
        return -1;
    if (!action)
        signal(number, handler);
    if (before)
        *before = (struct sigaction){.sa_handler = handler};
    return 0;
}

WEAK int sigprocmask(int how, const sigset_t *set, sigset_t *before) {
    (void)how, (void)set;
    if (before)
        *before = 0;
    return 0;
}
