/* The only signals are those that a process sends to itself, so signal masks change nothing. A
 * handler stays until it is replaced, as on Linux. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "hal/hal.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

enum { SIGNALS = 32 }; /* their numbers are below, and not 0 */

/* Actions by the signal's number. All begin as zeros, which stand for SIG_DFL. */
static struct sigaction actions[SIGNALS];

static int is_signal(int number) {
    if (number > 0 && number < SIGNALS)
        return 1;
    errno = EINVAL;
    return 0;
}

int raise(int number) {
    if (!is_signal(number))
        return -1;
    struct sigaction action = actions[number];
    if (action.sa_handler == SIG_IGN)
        return 0;
    if (action.sa_handler == SIG_DFL) {
        if (number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH)
            return 0;
        hal_abort(128 + number);
    }
    if (action.sa_flags & SA_RESETHAND)
        actions[number].sa_handler = SIG_DFL;
    siginfo_t information = {.si_signo = number, .si_code = SI_USER, .si_pid = __oc_getpid()};
    if (action.sa_flags & SA_SIGINFO)
        action.sa_sigaction(number, &information, NULL);
    else
        action.sa_handler(number);
    return 0;
}

void (*signal(int number, void (*handler)(int)))(int) {
    if (!is_signal(number))
        return SIG_ERR;
    void (*before)(int) = actions[number].sa_handler;
    actions[number] = (struct sigaction){.sa_handler = handler};
    return before;
}

WEAK int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
    if (!is_signal(number))
        return -1;
    if (before)
        *before = actions[number];
    if (action)
        actions[number] = *action;
    return 0;
}

int __oc_kill(pid_t process, int number) {
    if (process && process != __oc_getpid()) {
        errno = ESRCH;
        return -1;
    }
    return number ? raise(number) : 0;
}
ALSO_NAMED(kill);

WEAK int sigprocmask(int how, const sigset_t *set, sigset_t *before) {
    (void)how, (void)set;
    if (before)
        *before = 0;
    return 0;
}

/* Handlers run on the stack of the thread that sends the signal. */
WEAK int sigaltstack(const stack_t *restrict stack, stack_t *restrict before) {
    (void)stack;
    if (before)
        *before = (stack_t){.ss_flags = SS_DISABLE};
    return 0;
}

/* Sets of signals; picolibc has them as macros only. */
#undef sigaddset
#undef sigdelset
#undef sigemptyset
#undef sigfillset
#undef sigismember

WEAK int sigaddset(sigset_t *set, const int number) {
    *set |= 1ul << number;
    return 0;
}

WEAK int sigdelset(sigset_t *set, const int number) {
    *set &= ~(1ul << number);
    return 0;
}

WEAK int sigemptyset(sigset_t *set) {
    *set = 0;
    return 0;
}

WEAK int sigfillset(sigset_t *set) {
    *set = ~0ul;
    return 0;
}

WEAK int sigismember(const sigset_t *set, int number) {
    return (*set >> number & 1) != 0;
}
