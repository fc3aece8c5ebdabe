/* Signals. A process gets only those that it sends to itself. Its threads share one mask. A handler
 * stays until it is replaced, as on Linux. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "hal/hal.h"
#include "libc/lock/pause.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

enum { SIGNALS = 32 }; /* numbers are 1 to SIGNALS - 1 */

/* Actions by the signal's number. All begin as zeros, which stand for SIG_DFL. */
static struct sigaction actions[SIGNALS];

/* The signals that the mask blocks, and those of them that are pending. */
static sigset_t blocked, pending;

/* The number of calls of handlers so far. sigsuspend() reads it to learn whether a handler has
 * run. */
unsigned __oc_signals_handled;

static int is_signal(int number) {
    if (number > 0 && number < SIGNALS)
        return 1;
    errno = EINVAL;
    return 0;
}

static sigset_t bit(int number) {
    return (sigset_t)1 << number;
}

/* Whether the program may choose what a signal does. */
static int is_catchable(int number) {
    return is_signal(number == SIGKILL || number == SIGSTOP ? SIGNALS : number);
}

/* Sets the mask, and delivers the pending signals that it no longer blocks. */
static void set_mask(sigset_t mask);

static void deliver(int number) {
    struct sigaction action = actions[number];
    if (action.sa_handler == SIG_IGN)
        return;
    if (action.sa_handler == SIG_DFL) {
        if (number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH)
            return;
        hal_abort(128 + number);
    }
    __oc_signals_handled++;
    sigset_t before = blocked;
    blocked |= action.sa_mask | (action.sa_flags & SA_NODEFER ? 0 : bit(number));
    if (action.sa_flags & SA_RESETHAND)
        actions[number].sa_handler = SIG_DFL;
    siginfo_t information = {.si_signo = number, .si_code = SI_USER, .si_pid = __oc_getpid()};
    if (action.sa_flags & SA_SIGINFO)
        action.sa_sigaction(number, &information, NULL);
    else
        action.sa_handler(number);
    set_mask(before);
}

static void set_mask(sigset_t mask) {
    blocked = mask & ~(bit(SIGKILL) | bit(SIGSTOP));
    int number;
    while ((number = __oc_take_signal(~blocked)))
        deliver(number);
}

int __oc_take_signal(sigset_t set) {
    sigset_t now;
    while ((now = set & __atomic_load_n(&pending, __ATOMIC_RELAXED))) {
        int number = __builtin_ctzl(now);
        /* Another thread may have taken the signal since the load of `pending`. */
        if (__atomic_fetch_and(&pending, ~bit(number), __ATOMIC_RELAXED) & bit(number))
            return number;
    }
    return 0;
}

bool __oc_runs_handler(int number) {
    return number > 0 && number < SIGNALS && !(blocked & bit(number)) &&
           actions[number].sa_handler != SIG_DFL && actions[number].sa_handler != SIG_IGN;
}

int raise(int number) {
    /* The number 0 sends nothing, as with kill() (POSIX). */
    if (!number)
        return 0;
    if (!is_signal(number))
        return -1;
    if (blocked & bit(number))
        __atomic_fetch_or(&pending, bit(number), __ATOMIC_RELEASE);
    else
        deliver(number);
    oc_wake();
    return 0;
}

void (*signal(int number, void (*handler)(int)))(int) {
    if (!is_catchable(number))
        return SIG_ERR;
    void (*before)(int) = actions[number].sa_handler;
    actions[number] = (struct sigaction){.sa_handler = handler, .sa_flags = SA_RESTART};
    return before;
}

WEAK int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
    if (action ? !is_catchable(number) : !is_signal(number))
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
    return raise(number);
}
ALSO_NAMED(kill);

WEAK int killpg(pid_t group, int number) {
    return __oc_kill(group, number);
}

int __oc_sigprocmask(int how, const sigset_t *set, sigset_t *before) {
    sigset_t now = blocked;
    if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) {
        errno = EINVAL;
        return -1;
    }
    if (set)
        set_mask(how == SIG_BLOCK ? now | *set : how == SIG_UNBLOCK ? now & ~*set : *set);
    if (before)
        *before = now;
    return 0;
}
ALSO_NAMED(sigprocmask);

WEAK int sigpending(sigset_t *set) {
    *set = pending;
    return 0;
}

/* Used by sigsetjmp() and siglongjmp() (setjmp.h): saves the signal mask beside the registers or,
 * if `saves` is 0, saves -1. */
void __oc_save_mask(long long *kept, int saves) {
    *kept = saves ? (long long)blocked : -1;
}

void __oc_restore_mask(const long long *kept) {
    if (*kept >= 0)
        set_mask((sigset_t)*kept);
}

/* Handlers run on the stack of the thread that sends the signal. */
WEAK int sigaltstack(const stack_t *restrict stack, stack_t *restrict before) {
    (void)stack;
    if (before)
        *before = (stack_t){.ss_flags = SS_DISABLE};
    return 0;
}

/* Functions on sets of signals, which picolibc has as macros only. */
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
