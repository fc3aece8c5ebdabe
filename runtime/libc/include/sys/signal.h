/* picolibc's <sys/signal.h> with the handlers and the flags of POSIX: picolibc has a struct
 * sigaction for handlers of one argument only. */
#ifndef ONCHIP_SYS_SIGNAL_H
#define ONCHIP_SYS_SIGNAL_H

#include <sys/features.h>

#if __POSIX_VISIBLE
#define sigaction __oc_picolibc_sigaction
#include_next <sys/signal.h>
#undef sigaction

#undef SA_NOCLDSTOP
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND ((int)0x80000000)

struct sigaction {
    union {
        void (*sa_handler)(int);
#if __POSIX_VISIBLE >= 199309
        void (*sa_sigaction)(int, siginfo_t *, void *);
#endif
    };
    sigset_t sa_mask;
    int sa_flags;
};

#ifdef __cplusplus
extern "C"
#endif
    int
    sigaction(int number, const struct sigaction *action, struct sigaction *before);
#else
#include_next <sys/signal.h>
#endif

#endif
