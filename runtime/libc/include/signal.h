/* picolibc's <signal.h> without names that are reserved for programs (oc/left.h). */
#ifndef ONCHIP_SIGNAL_H
#define ONCHIP_SIGNAL_H

#include <oc/left.h>

#include_next <signal.h>

#include <oc/taken.h>

#if __POSIX_VISIBLE
#ifdef __cplusplus
extern "C" {
#endif
void psignal(int number, const char *text);
int sigpause(int number);
#ifdef __cplusplus
}
#endif
#endif

/* Later versions of picolibc have it under another name only. */
#if __MISC_VISIBLE && !defined NSIG
#define NSIG _NSIG
#endif

#if __POSIX_VISIBLE >= 199309
/* A signal that a process sends to itself has no further information than SI_USER; the other
 * causes occur only in programs that also run elsewhere. */
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
/* Members of siginfo_t that share a place, as with Linux */
#define si_addr si_value.sival_ptr
#define si_band si_value.sival_int
#define si_pid si_value.sival_int
#define si_status si_value.sival_int
#define si_uid si_value.sival_int
#endif

#endif
