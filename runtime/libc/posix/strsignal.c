/* strsignal() with glibc's texts, by picolibc's numbers. */
#include <signal.h>
#include <string.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/posix/unknown.h"

static const char *const texts[] = {
    [SIGHUP] = "Hangup",
    [SIGINT] = "Interrupt",
    [SIGQUIT] = "Quit",
    [SIGILL] = "Illegal instruction",
    [SIGTRAP] = "Trace/breakpoint trap",
    [SIGABRT] = "Aborted",
    [SIGEMT] = "EMT trap",
    [SIGFPE] = "Floating point exception",
    [SIGKILL] = "Killed",
    [SIGBUS] = "Bus error",
    [SIGSEGV] = "Segmentation fault",
    [SIGSYS] = "Bad system call",
    [SIGPIPE] = "Broken pipe",
    [SIGALRM] = "Alarm clock",
    [SIGTERM] = "Terminated",
    [SIGURG] = "Urgent I/O condition",
    [SIGSTOP] = "Stopped (signal)",
    [SIGTSTP] = "Stopped",
    [SIGCONT] = "Continued",
    [SIGCHLD] = "Child exited",
    [SIGTTIN] = "Stopped (tty input)",
    [SIGTTOU] = "Stopped (tty output)",
    [SIGIO] = "I/O possible",
    [SIGXCPU] = "CPU time limit exceeded",
    [SIGXFSZ] = "File size limit exceeded",
    [SIGVTALRM] = "Virtual timer expired",
    [SIGPROF] = "Profiling timer expired",
    [SIGWINCH] = "Window changed",
    [SIGLOST] = "Resource lost",
    [SIGUSR1] = "User defined signal 1",
    [SIGUSR2] = "User defined signal 2",
};

char *__oc_strsignal(int number) {
    static _Thread_local char unknown[UNKNOWN_BYTES];
    if ((unsigned)number < sizeof texts / sizeof *texts && texts[number])
        return (char *)texts[number];
    return say_unknown(unknown, "Unknown signal ", number);
}
ALSO_NAMED(strsignal);
