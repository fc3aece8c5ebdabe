/* A function for each call of POSIX that is declared and not offered. What they take and give is in
 * the headers, which this file does without: each ignores its arguments and gives a word, as a
 * function of its type does that gives -1 or a null pointer. */
#include <errno.h>

#include "libc/names/weak.h"
#include "libc/posix/absent.h"

#define ABSENT(name, result, where)                                                                \
    long __oc_absent_##name(void) __asm__(#name) WEAK;                                             \
    long __oc_absent_##name(void) {                                                                \
        static bool said;                                                                          \
        __oc_absent(&said, #name, where);                                                          \
        return (result);                                                                           \
    }

#define PROCESSES "which starts no processes of its own (onchip run -n)"
#define FILES "which has files and no folders, links or rights"
#define DESCRIPTORS "which has no pipes, sockets or copies of descriptors"
#define MEMORY "which has no virtual memory"
#define TIMERS "which sends no signals"

ABSENT(fork, -1, PROCESSES)
ABSENT(vfork, -1, PROCESSES)
ABSENT(execl, -1, PROCESSES)
ABSENT(execle, -1, PROCESSES)
ABSENT(execlp, -1, PROCESSES)
ABSENT(execv, -1, PROCESSES)
ABSENT(execve, -1, PROCESSES)
ABSENT(execvp, -1, PROCESSES)
ABSENT(posix_spawn, ENOSYS, PROCESSES)
ABSENT(posix_spawnp, ENOSYS, PROCESSES)
ABSENT(popen, 0, PROCESSES)
ABSENT(pclose, -1, PROCESSES)
ABSENT(wait, -1, PROCESSES)
ABSENT(waitpid, -1, PROCESSES)
ABSENT(daemon, -1, PROCESSES)
ABSENT(setsid, -1, PROCESSES)
ABSENT(setuid, -1, PROCESSES)
ABSENT(setgid, -1, PROCESSES)

ABSENT(mkdir, -1, FILES)
ABSENT(rmdir, -1, FILES)
ABSENT(opendir, 0, FILES)
ABSENT(readdir, 0, FILES)
ABSENT(closedir, -1, FILES)
ABSENT(chdir, -1, FILES)
ABSENT(realpath, 0, FILES)
ABSENT(link, -1, FILES)
ABSENT(symlink, -1, FILES)
ABSENT(readlink, -1, FILES)
ABSENT(chmod, -1, FILES)
ABSENT(fchmod, -1, FILES)
ABSENT(chown, -1, FILES)
ABSENT(truncate, -1, FILES)
ABSENT(ftruncate, -1, FILES)
ABSENT(utime, -1, FILES)
ABSENT(utimes, -1, FILES)
ABSENT(mkfifo, -1, FILES)

ABSENT(pipe, -1, DESCRIPTORS)
ABSENT(dup, -1, DESCRIPTORS)
ABSENT(dup2, -1, DESCRIPTORS)
ABSENT(fcntl, -1, DESCRIPTORS)
ABSENT(ioctl, -1, DESCRIPTORS)
ABSENT(select, -1, DESCRIPTORS)
ABSENT(poll, -1, DESCRIPTORS)
ABSENT(socket, -1, DESCRIPTORS)

ABSENT(mmap, -1, MEMORY)
ABSENT(munmap, -1, MEMORY)
ABSENT(mprotect, -1, MEMORY)
ABSENT(msync, -1, MEMORY)
ABSENT(shm_open, -1, MEMORY)
ABSENT(shm_unlink, -1, MEMORY)

ABSENT(alarm, 0, TIMERS)
ABSENT(setitimer, -1, TIMERS)
ABSENT(pause, -1, TIMERS)
ABSENT(sigsuspend, -1, TIMERS)
