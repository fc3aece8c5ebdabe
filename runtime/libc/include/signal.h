/* picolibc's <signal.h> without names that are reserved for programs (oc/left.h), with Linux's
 * signal numbers. picolibc's sets hold 32 signals, and Linux's numbers take them all, so there are
 * no real-time signals (SIGRTMIN). This header defines the types and flags itself, because they
 * differ between versions of picolibc and a program may be compiled with another version than the
 * library. */
#ifndef _SIGNAL_H
#define _SIGNAL_H

#include <oc/left.h>

#define sigaction __oc_picolibc_sigaction
#define siginfo_t __oc_picolibc_siginfo_t
#define sigevent __oc_picolibc_sigevent
#define psiginfo __oc_picolibc_psiginfo
#define sigtimedwait __oc_picolibc_sigtimedwait
#define sigwaitinfo __oc_picolibc_sigwaitinfo

#include_next <signal.h>

#include <oc/signals.h>

#include <oc/taken.h>

#undef siginfo_t
#undef sigevent
#undef psiginfo
#undef sigtimedwait
#undef sigwaitinfo

#if __POSIX_VISIBLE
#include <sys/types.h>

typedef struct {
    int si_signo;
    int si_code;
    int si_errno;
    pid_t si_pid;
    uid_t si_uid;
    void *si_addr;
    int si_status;
    long si_band;
#if __POSIX_VISIBLE >= 199309
    union sigval si_value;
#endif
} siginfo_t;

#if __POSIX_VISIBLE >= 199309
#include <oc/event.h>
#endif

#undef SA_NOCLDSTOP
#undef SA_NOCLDWAIT
#undef SA_SIGINFO
#undef SA_ONSTACK
#undef SA_RESTART
#undef SA_NODEFER
#undef SA_RESETHAND
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND ((int)0x80000000)

#if __MISC_VISIBLE && !defined _NSIG
#define _NSIG NSIG
#endif

struct sigaction {
    union {
        void (*sa_handler)(int);
        void (*sa_sigaction)(int, siginfo_t *, void *);
    };
    sigset_t sa_mask;
    int sa_flags;
};

#ifdef __cplusplus
extern "C" {
#endif
int sigaction(int number, const struct sigaction *action, struct sigaction *before);
int __oc_sigaddset(sigset_t *set, int number);
int __oc_sigdelset(sigset_t *set, int number);
int __oc_sigismember(const sigset_t *set, int number);
/* These macros replace those of picolibc, which do not check the number of the signal. */
#undef sigaddset
#undef sigdelset
#undef sigismember
#define sigaddset(set, number) __oc_sigaddset(set, number)
#define sigdelset(set, number) __oc_sigdelset(set, number)
#define sigismember(set, number) __oc_sigismember(set, number)
void psignal(int number, const char *text);
#if __MISC_VISIBLE || __XSI_VISIBLE
#define SIG_HOLD ((void (*)(int))2)
int sighold(int number);
int sigrelse(int number);
int sigignore(int number);
void (*sigset(int number, void (*handler)(int)))(int);
int siginterrupt(int number, int interrupts);
#endif
#if __MISC_VISIBLE
#define sigmask(number) (1 << ((number)-1))
int sigblock(int mask);
int sigsetmask(int mask);
int siggetmask(void);
#endif
#if __GNU_VISIBLE
int sigandset(sigset_t *set, const sigset_t *one, const sigset_t *other);
int sigorset(sigset_t *set, const sigset_t *one, const sigset_t *other);
int sigisemptyset(const sigset_t *set);
#endif
#if __POSIX_VISIBLE >= 199309
int sigtimedwait(const sigset_t *set, siginfo_t *information, const struct timespec *timeout);
int sigwaitinfo(const sigset_t *set, siginfo_t *information);
#endif
#ifdef __cplusplus
}
#endif
#endif

/* Later versions of picolibc define only _NSIG. */
#if __MISC_VISIBLE && !defined NSIG
#define NSIG _NSIG
#endif

#if __POSIX_VISIBLE >= 199309
/* Values of si_code. A process only sends signals to itself, so the chip sets only SI_USER;
 * portable programs use the other values. */
enum {
    ILL_ILLOPC = 1,
    ILL_ILLOPN,
    ILL_ILLADR,
    ILL_ILLTRP,
    ILL_PRVOPC,
    ILL_PRVREG,
    ILL_COPROC,
    ILL_BADSTK
};
enum {
    FPE_INTDIV = 1,
    FPE_INTOVF,
    FPE_FLTDIV,
    FPE_FLTOVF,
    FPE_FLTUND,
    FPE_FLTRES,
    FPE_FLTINV,
    FPE_FLTSUB
};
enum { SEGV_MAPERR = 1, SEGV_ACCERR };
enum { BUS_ADRALN = 1, BUS_ADRERR, BUS_OBJERR };
enum { TRAP_BRKPT = 1, TRAP_TRACE };
enum { CLD_EXITED = 1, CLD_KILLED, CLD_DUMPED, CLD_TRAPPED, CLD_STOPPED, CLD_CONTINUED };
enum { POLL_IN = 1, POLL_OUT, POLL_MSG, POLL_ERR, POLL_PRI, POLL_HUP };
#endif

#endif
