/* picolibc's <sys/wait.h> with further functions that wait for processes. All of them always fail
 * (libc/posix/absent.h). */
#ifndef ONCHIP_SYS_WAIT_H
#define ONCHIP_SYS_WAIT_H

#include_next <sys/wait.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef WEXITED
#define WSTOPPED 2
#define WEXITED 4
#define WNOWAIT 16
#endif
#ifndef WCONTINUED
#define WCONTINUED 8
#define WIFCONTINUED(status) ((status) == 0xffff)
#define WCOREDUMP(status) ((status)&0x80)
#endif

typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
struct rusage;
struct __siginfo;

int waitid(idtype_t type, id_t id, struct __siginfo *status, int options);
pid_t wait3(int *status, int options, struct rusage *usage);
pid_t wait4(pid_t process, int *status, int options, struct rusage *usage);

#ifdef __cplusplus
}
#endif

#endif
