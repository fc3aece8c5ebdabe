/* Older functions about signals: System V's, BSD's, and sets of signals as glibc has them. */
#include <errno.h>
#include <signal.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"

/* Sets the mask of one signal; returns whether it was blocked, or -1. */
static int mask_one(int how, int number) {
    struct sigaction action;
    sigset_t set, before;
    if (number == SIGKILL || number == SIGSTOP) {
        errno = EINVAL;
        return -1;
    }
    if (sigaction(number, NULL, &action))
        return -1;
    sigemptyset(&set);
    sigaddset(&set, number);
    __oc_sigprocmask(how, &set, &before);
    return sigismember(&before, number);
}

WEAK int sighold(int number) {
    return mask_one(SIG_BLOCK, number) < 0 ? -1 : 0;
}

WEAK int sigrelse(int number) {
    return mask_one(SIG_UNBLOCK, number) < 0 ? -1 : 0;
}

WEAK int sigignore(int number) {
    return signal(number, SIG_IGN) == SIG_ERR ? -1 : 0;
}

WEAK void (*sigset(int number, void (*handler)(int)))(int) {
    struct sigaction before, action = {.sa_handler = handler};
    if (sigaction(number, handler == SIG_HOLD ? NULL : &action, &before))
        return SIG_ERR;
    int held = mask_one(handler == SIG_HOLD ? SIG_BLOCK : SIG_UNBLOCK, number);
    return held < 0 ? SIG_ERR : held ? SIG_HOLD : before.sa_handler;
}

WEAK int siginterrupt(int number, int interrupts) {
    struct sigaction action;
    if (sigaction(number, NULL, &action))
        return -1;
    action.sa_flags = interrupts ? action.sa_flags & ~SA_RESTART : action.sa_flags | SA_RESTART;
    return sigaction(number, &action, NULL);
}

/* BSD's masks are integers, in which bit 0 is signal 1. */
static int of_bsd(int how, int mask) {
    sigset_t set = (sigset_t)(unsigned)mask << 1, before;
    __oc_sigprocmask(how, &set, &before);
    return (int)(before >> 1);
}

WEAK int sigblock(int mask) {
    return of_bsd(SIG_BLOCK, mask);
}

WEAK int sigsetmask(int mask) {
    return of_bsd(SIG_SETMASK, mask);
}

WEAK int siggetmask(void) {
    return of_bsd(SIG_BLOCK, 0);
}

/* If the program asks for XSI, <signal.h> turns a call of sigpause() into a call of
 * __xpg_sigpause(), as glibc's header does. */
int bsd_sigpause(int mask) __asm__("sigpause") WEAK;
int system_v_sigpause(int number) __asm__("__xpg_sigpause");

int bsd_sigpause(int mask) {
    sigset_t set = (sigset_t)(unsigned)mask << 1;
    return __oc_sigsuspend(&set);
}

int system_v_sigpause(int number) {
    struct sigaction action;
    sigset_t set;
    if (sigaction(number, NULL, &action))
        return -1;
    __oc_sigprocmask(SIG_BLOCK, NULL, &set);
    sigdelset(&set, number);
    return __oc_sigsuspend(&set);
}

WEAK int sigandset(sigset_t *set, const sigset_t *one, const sigset_t *other) {
    *set = *one & *other;
    return 0;
}

WEAK int sigorset(sigset_t *set, const sigset_t *one, const sigset_t *other) {
    *set = *one | *other;
    return 0;
}

WEAK int sigisemptyset(const sigset_t *set) {
    return !*set;
}
