/* ftok() always fails (libc/posix/absent.h). Processes can share memory through MPI windows
 * instead. */
#ifndef _SYS_IPC_H
#define _SYS_IPC_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define IPC_CREAT 01000
#define IPC_EXCL 02000
#define IPC_RMID 0
#define IPC_SET 1
#define IPC_STAT 2
#define IPC_PRIVATE ((key_t)0)

key_t ftok(const char *path, int id);

#ifdef __cplusplus
}
#endif

#endif
