/* Sets of signals: a bit for each number. <signal.h> calls these functions by macros. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>

static bool is_signal(int number) {
    if (number > 0 && number < 32)
        return true;
    errno = EINVAL;
    return false;
}

int __oc_sigaddset(sigset_t *set, int number) {
    if (!is_signal(number))
        return -1;
    *set |= (sigset_t)1 << number;
    return 0;
}

int __oc_sigdelset(sigset_t *set, int number) {
    if (!is_signal(number))
        return -1;
    *set &= ~((sigset_t)1 << number);
    return 0;
}

int __oc_sigismember(const sigset_t *set, int number) {
    return is_signal(number) ? (int)(*set >> number & 1) : -1;
}
