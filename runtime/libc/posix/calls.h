/* The POSIX calls that the library itself uses, under names that a program cannot define
 * (libc/names/weak.h). */
#ifndef LIBC_POSIX_CALLS_H
#define LIBC_POSIX_CALLS_H

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

#include "link/variant.h"

#define OPEN_FILES 64 /* number of files that a process can have open */

struct stat;
struct timespec;
struct timeval;

int __oc_open(const char *path, int flags, ...);
int __oc_close(int file);
ssize_t __oc_read(int file, void *buffer, size_t bytes);
ssize_t __oc_write(int file, const void *buffer, size_t bytes);
off_t __oc_lseek(int file, off_t offset, int whence);
/* Moves a file's position to `offset`. Returns the position before, or -1 on an error (errno). */
off_t __oc_move(int file, off_t offset);
int __oc_stat(const char *path, struct stat *status);
int __oc_fstat(int file, struct stat *status);
int __oc_lstat(const char *path, struct stat *status);
int __oc_unlink(const char *path);
int __oc_access(const char *path, int mode);
int __oc_change_folder(const char *path);
ssize_t __oc_readlink(const char *path, char *to, size_t bytes);
int __oc_chmod(const char *path, mode_t mode);
int __oc_set_times(const char *path, const struct timespec *times, bool of_link);
/* Converts microseconds to nanoseconds; null stays null. An invalid fraction stays invalid. */
const struct timespec *__oc_precise_times(struct timespec to[2], const struct timeval times[2]);
pid_t __oc_getpid(void);
/* Whether a signal that the process sends would call a handler at once. */
bool __oc_runs_handler(int signal);
int __oc_sigsuspend(const sigset_t *mask);
int __oc_nanosleep(const struct timespec *time, struct timespec *rest);
/* Waits until a handler has run on the calling thread's core, or until another thread calls
 * oc_wake(). Ends the calling thread if it has been cancelled. */
void __oc_wait_or_cancel(void);
/* Pauses before the caller looks again for what another thread does (libc/lock/pause.h).
 * `*pause` is 0 before the first call. Returns -1, with errno EINTR, if a handler of SIGALRM has
 * run meanwhile. */
int __oc_pause_for_others(unsigned *pause);
/* Returns EINVAL if there is no such clock, otherwise 0. */
int __oc_clock_error(clockid_t clock);
/* Returns 0 if a thread can wait until a time of this clock, otherwise EINVAL. glibc's functions
 * with `clock` in their names allow these two clocks. */
static inline int oc_wait_clock_error(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ? 0 : EINVAL;
}

/* A call that waits for another process, or that waits for a pipe or a signal until a time, queries
 * it again after this many nanoseconds. */
#define POLL_NANOSECONDS 10000
/* Sleeps for POLL_NANOSECONDS. Returns -1, with errno EINTR, if a signal handler has run
 * meanwhile. */
static inline int __oc_poll_pause(void) {
    return __oc_nanosleep(&(struct timespec){0, POLL_NANOSECONDS}, NULL);
}

void *__oc_sbrk(ptrdiff_t increment);
char *__oc_strsignal(int number);
int __oc_kill(pid_t process, int number);
int __oc_sigprocmask(int how, const sigset_t *set, sigset_t *before);

/* Removes one pending signal that is in `set`. Returns the number of the signal, or 0 if no signal
 * of the set is pending. */
int __oc_take_signal(sigset_t set);
extern unsigned __oc_signals_handled;

/* These functions read and write files; they return minus an errno on failure. They are hal_read()
 * and hal_write(), or variants of these (link/variants.ld): in a program with pipes, a variant
 * waits for pipes (pipe.c); in a program with mappings, a variant keeps mappings up to date
 * (memory_maps.c). */
long __oc_read_file(int file, void *buffer, size_t bytes);
long __oc_write_file(int file, const void *buffer, size_t bytes);
OC_VARIANTS(__oc_read_file, __oc_read_with_maps, __oc_read_with_pipes, hal_read);
OC_VARIANTS(__oc_write_file, __oc_write_with_maps, __oc_write_with_pipes, hal_write);

/* The number of SIGALRM signals so far (timers.c). Its address is null in programs that set no
 * timer. */
extern volatile unsigned __oc_alarms __attribute__((weak));

#endif
