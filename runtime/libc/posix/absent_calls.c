/* A function for each call of POSIX that is declared but not offered. This file does not include
 * the headers with their prototypes. Each function ignores its arguments and returns -1 or a null
 * pointer in a register, as a function of the right type would. */
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

/* EAI_SYSTEM of <netdb.h>: the reason is in errno. */
#define SYSTEM_ERROR (-11)

#define PROCESSES "which starts no processes of its own (onchip run -n)"
#define FILES "which has only files, folders and links"
#define DESCRIPTORS "which has no sockets or terminals"
#define MEMORY "which has no virtual memory"
#define LIBRARIES "which loads no libraries (link their .o files)"
#define TIMERS "which sends no signals but SIGALRM (setitimer)"
#define USERS "which has no users"
#define LOG "which keeps no log"
#define CLOCK "whose clock is the number of cycles"
#define NARROW "whose memory streams have bytes only (open_memstream)"
#define ONE_STATE "whose random() has one state (srandom)"
#define CALLERS "which lists calls in its own messages only"

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
ABSENT(setresuid, -1, PROCESSES)
ABSENT(setresgid, -1, PROCESSES)
ABSENT(wait3, -1, PROCESSES)
ABSENT(wait4, -1, PROCESSES)
ABSENT(waitid, -1, PROCESSES)
ABSENT(setpgid, -1, PROCESSES)
ABSENT(getpgid, -1, PROCESSES)
ABSENT(setpgrp, -1, PROCESSES)
ABSENT(execvpe, -1, PROCESSES)
ABSENT(fexecve, -1, PROCESSES)
ABSENT(posix_spawn_file_actions_addclose, ENOSYS, PROCESSES)
ABSENT(posix_spawn_file_actions_adddup2, ENOSYS, PROCESSES)
ABSENT(posix_spawn_file_actions_addopen, ENOSYS, PROCESSES)
ABSENT(posix_spawn_file_actions_destroy, ENOSYS, PROCESSES)
ABSENT(posix_spawn_file_actions_init, ENOSYS, PROCESSES)
ABSENT(posix_spawnattr_destroy, ENOSYS, PROCESSES)
ABSENT(posix_spawnattr_getflags, ENOSYS, PROCESSES)
ABSENT(posix_spawnattr_getpgroup, ENOSYS, PROCESSES)
ABSENT(posix_spawnattr_getschedparam, ENOSYS, PROCESSES)
ABSENT(posix_spawnattr_getschedpolicy, ENOSYS, PROCESSES)
ABSENT(posix_spawnattr_getsigdefault, ENOSYS, PROCESSES)
ABSENT(posix_spawnattr_getsigmask, ENOSYS, PROCESSES)
ABSENT(posix_spawnattr_init, ENOSYS, PROCESSES)
ABSENT(posix_spawnattr_setflags, ENOSYS, PROCESSES)
ABSENT(posix_spawnattr_setpgroup, ENOSYS, PROCESSES)
ABSENT(posix_spawnattr_setschedparam, ENOSYS, PROCESSES)
ABSENT(posix_spawnattr_setschedpolicy, ENOSYS, PROCESSES)
ABSENT(posix_spawnattr_setsigdefault, ENOSYS, PROCESSES)
ABSENT(posix_spawnattr_setsigmask, ENOSYS, PROCESSES)
ABSENT(confstr, 0, PROCESSES)
ABSENT(getsid, -1, PROCESSES)
ABSENT(seteuid, -1, USERS)
ABSENT(setegid, -1, USERS)
ABSENT(sethostname, -1, USERS)
ABSENT(crypt, 0, USERS)
ABSENT(getusershell, 0, USERS)
ABSENT(setusershell, 0, USERS)
ABSENT(endusershell, 0, USERS)
ABSENT(setreuid, -1, USERS)
ABSENT(setregid, -1, USERS)
ABSENT(setgroups, -1, USERS)
ABSENT(initgroups, -1, USERS)
ABSENT(getpwent, 0, USERS)
ABSENT(getgrent, 0, USERS)
ABSENT(getpass, 0, USERS)
ABSENT(getlogin_r, ENOSYS, USERS)
ABSENT(cuserid, 0, USERS)

ABSENT(mkfifo, -1, FILES)
ABSENT(chroot, -1, FILES)
ABSENT(mknod, -1, FILES)
ABSENT(mkfifoat, -1, FILES)
ABSENT(mknodat, -1, FILES)
ABSENT(wordexp, -1, FILES)
ABSENT(wordfree, -1, FILES)

ABSENT(socket, -1, DESCRIPTORS)
ABSENT(accept, -1, DESCRIPTORS)
ABSENT(bind, -1, DESCRIPTORS)
ABSENT(connect, -1, DESCRIPTORS)
ABSENT(listen, -1, DESCRIPTORS)
ABSENT(recv, -1, DESCRIPTORS)
ABSENT(send, -1, DESCRIPTORS)
ABSENT(setsockopt, -1, DESCRIPTORS)
ABSENT(shutdown, -1, DESCRIPTORS)
ABSENT(gethostbyname, 0, DESCRIPTORS)
ABSENT(tcgetattr, -1, DESCRIPTORS)
ABSENT(tcsetattr, -1, DESCRIPTORS)
ABSENT(sendto, -1, DESCRIPTORS)
ABSENT(recvfrom, -1, DESCRIPTORS)
ABSENT(sendmsg, -1, DESCRIPTORS)
ABSENT(recvmsg, -1, DESCRIPTORS)
ABSENT(socketpair, -1, DESCRIPTORS)
ABSENT(getsockopt, -1, DESCRIPTORS)
ABSENT(getsockname, -1, DESCRIPTORS)
ABSENT(getpeername, -1, DESCRIPTORS)
ABSENT(gethostbyaddr, 0, DESCRIPTORS)
ABSENT(getaddrinfo, SYSTEM_ERROR, DESCRIPTORS)
ABSENT(getnameinfo, SYSTEM_ERROR, DESCRIPTORS)
ABSENT(freeaddrinfo, -1, DESCRIPTORS)
ABSENT(getifaddrs, -1, DESCRIPTORS)
ABSENT(freeifaddrs, -1, DESCRIPTORS)
ABSENT(getservbyname, 0, DESCRIPTORS)
ABSENT(getprotobyname, 0, DESCRIPTORS)
ABSENT(tcflush, -1, DESCRIPTORS)
ABSENT(tcdrain, -1, DESCRIPTORS)
ABSENT(tcsendbreak, -1, DESCRIPTORS)
ABSENT(cfgetospeed, 0, DESCRIPTORS)
ABSENT(cfgetispeed, 0, DESCRIPTORS)
ABSENT(cfsetospeed, -1, DESCRIPTORS)
ABSENT(cfsetispeed, -1, DESCRIPTORS)
ABSENT(tcgetpgrp, -1, DESCRIPTORS)
ABSENT(tcsetpgrp, -1, DESCRIPTORS)
ABSENT(tcflow, -1, DESCRIPTORS)
ABSENT(vhangup, -1, DESCRIPTORS)
ABSENT(revoke, -1, DESCRIPTORS)
ABSENT(ttyname_r, ENOSYS, DESCRIPTORS)

ABSENT(mprotect, -1, MEMORY)
ABSENT(shm_open, -1, MEMORY)
ABSENT(shm_unlink, -1, MEMORY)
ABSENT(shmget, -1, MEMORY)
ABSENT(shmat, -1, MEMORY)
ABSENT(shmdt, -1, MEMORY)
ABSENT(shmctl, -1, MEMORY)
ABSENT(ftok, -1, MEMORY)

ABSENT(timer_create, -1, TIMERS)
ABSENT(timer_settime, -1, TIMERS)
ABSENT(timer_delete, -1, TIMERS)
ABSENT(sigqueue, -1, TIMERS)
ABSENT(timer_gettime, -1, TIMERS)
ABSENT(timer_getoverrun, -1, TIMERS)

ABSENT(dlopen, 0, LIBRARIES)
ABSENT(dlsym, 0, LIBRARIES)
ABSENT(dlclose, -1, LIBRARIES)
ABSENT(dlerror, 0, LIBRARIES)

ABSENT(openlog, 0, LOG)
ABSENT(syslog, 0, LOG)
ABSENT(closelog, 0, LOG)
ABSENT(setlogmask, 0, LOG)
ABSENT(backtrace, 0, CALLERS)
ABSENT(backtrace_symbols, 0, CALLERS)
ABSENT(backtrace_symbols_fd, 0, CALLERS)

ABSENT(clock_settime, -1, CLOCK)
ABSENT(settimeofday, -1, CLOCK)
ABSENT(adjtime, -1, CLOCK)
ABSENT(open_wmemstream, 0, NARROW)
ABSENT(initstate, 0, ONE_STATE)
ABSENT(setstate, 0, ONE_STATE)
