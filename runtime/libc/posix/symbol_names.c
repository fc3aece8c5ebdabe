/* The names of errors and signals (glibc). The functions return null for a number that means
 * none. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"

#define NAMED(name) [name] = #name
static const char *const errors[] = {
    [0] = "0",
    NAMED(EPERM),
    NAMED(ENOENT),
    NAMED(ESRCH),
    NAMED(EINTR),
    NAMED(EIO),
    NAMED(ENXIO),
    NAMED(E2BIG),
    NAMED(ENOEXEC),
    NAMED(EBADF),
    NAMED(ECHILD),
    NAMED(EAGAIN),
    NAMED(ENOMEM),
    NAMED(EACCES),
    NAMED(EFAULT),
    NAMED(EBUSY),
    NAMED(EEXIST),
    NAMED(EXDEV),
    NAMED(ENODEV),
    NAMED(ENOTDIR),
    NAMED(EISDIR),
    NAMED(EINVAL),
    NAMED(ENFILE),
    NAMED(EMFILE),
    NAMED(ENOTTY),
    NAMED(ETXTBSY),
    NAMED(EFBIG),
    NAMED(ENOSPC),
    NAMED(ESPIPE),
    NAMED(EROFS),
    NAMED(EMLINK),
    NAMED(EPIPE),
    NAMED(EDOM),
    NAMED(ERANGE),
    NAMED(ENOMSG),
    NAMED(EIDRM),
    NAMED(EDEADLK),
    NAMED(ENOLCK),
    NAMED(ENOSTR),
    NAMED(ENODATA),
    NAMED(ETIME),
    NAMED(ENOSR),
    NAMED(ENOLINK),
    NAMED(EPROTO),
    NAMED(EMULTIHOP),
    NAMED(EBADMSG),
    NAMED(EFTYPE),
    NAMED(ENOSYS),
    NAMED(ENOTEMPTY),
    NAMED(ENAMETOOLONG),
    NAMED(ELOOP),
    NAMED(EOPNOTSUPP),
    NAMED(EPFNOSUPPORT),
    NAMED(ECONNRESET),
    NAMED(ENOBUFS),
    NAMED(EAFNOSUPPORT),
    NAMED(EPROTOTYPE),
    NAMED(ENOTSOCK),
    NAMED(ENOPROTOOPT),
    NAMED(ECONNREFUSED),
    NAMED(EADDRINUSE),
    NAMED(ECONNABORTED),
    NAMED(ENETUNREACH),
    NAMED(ENETDOWN),
    NAMED(ETIMEDOUT),
    NAMED(EHOSTDOWN),
    NAMED(EHOSTUNREACH),
    NAMED(EINPROGRESS),
    NAMED(EALREADY),
    NAMED(EDESTADDRREQ),
    NAMED(EMSGSIZE),
    NAMED(EPROTONOSUPPORT),
    NAMED(EADDRNOTAVAIL),
    NAMED(ENETRESET),
    NAMED(EISCONN),
    NAMED(ENOTCONN),
    NAMED(ETOOMANYREFS),
    NAMED(EDQUOT),
    NAMED(ESTALE),
    NAMED(ENOTSUP),
    NAMED(EILSEQ),
    NAMED(EOVERFLOW),
    NAMED(ECANCELED),
    NAMED(ENOTRECOVERABLE),
    NAMED(EOWNERDEAD),
    NAMED(EADV),
    NAMED(EBADE),
    NAMED(EBADFD),
    NAMED(EBADR),
    NAMED(EBADRQC),
    NAMED(EBADSLT),
    NAMED(EBFONT),
    NAMED(ECHRNG),
    NAMED(ECOMM),
    NAMED(EDOTDOT),
    NAMED(EL2HLT),
    NAMED(EL2NSYNC),
    NAMED(EL3HLT),
    NAMED(EL3RST),
    NAMED(ELIBACC),
    NAMED(ELIBBAD),
    NAMED(ELIBEXEC),
    NAMED(ELIBMAX),
    NAMED(ELIBSCN),
    NAMED(ELNRNG),
    NAMED(ENOANO),
    NAMED(ENOCSI),
    NAMED(ENOMEDIUM),
    NAMED(ENONET),
    NAMED(ENOPKG),
    NAMED(ENOTBLK),
    NAMED(ENOTUNIQ),
    NAMED(EREMCHG),
    NAMED(EREMOTE),
    NAMED(ESHUTDOWN),
    NAMED(ESOCKTNOSUPPORT),
    NAMED(ESRMNT),
    NAMED(EUNATCH),
    NAMED(EUSERS),
    NAMED(EXFULL),
    NAMED(ESTRPIPE),
};

static const char *const signals[] = {
    [SIGHUP] = "HUP",   [SIGINT] = "INT",       [SIGQUIT] = "QUIT", [SIGILL] = "ILL",
    [SIGTRAP] = "TRAP", [SIGABRT] = "ABRT",     [SIGBUS] = "BUS",   [SIGFPE] = "FPE",
    [SIGKILL] = "KILL", [SIGUSR1] = "USR1",     [SIGSEGV] = "SEGV", [SIGUSR2] = "USR2",
    [SIGPIPE] = "PIPE", [SIGALRM] = "ALRM",     [SIGTERM] = "TERM", [SIGSTKFLT] = "STKFLT",
    [SIGCHLD] = "CHLD", [SIGCONT] = "CONT",     [SIGSTOP] = "STOP", [SIGTSTP] = "TSTP",
    [SIGTTIN] = "TTIN", [SIGTTOU] = "TTOU",     [SIGURG] = "URG",   [SIGXCPU] = "XCPU",
    [SIGXFSZ] = "XFSZ", [SIGVTALRM] = "VTALRM", [SIGPROF] = "PROF", [SIGWINCH] = "WINCH",
    [SIGIO] = "POLL",   [SIGPWR] = "PWR",       [SIGSYS] = "SYS",
};

#define ENTRY(table, number)                                                                       \
    ((unsigned)(number) < sizeof(table) / sizeof *(table) ? (table)[number] : NULL)

WEAK const char *strerrorname_np(int number) {
    return ENTRY(errors, number);
}

WEAK const char *strerrordesc_np(int number) {
    return ENTRY(errors, number) ? strerror(number) : NULL;
}

WEAK const char *sigabbrev_np(int number) {
    return ENTRY(signals, number);
}

WEAK const char *sigdescr_np(int number) {
    return ENTRY(signals, number) ? __oc_strsignal(number) : NULL;
}
