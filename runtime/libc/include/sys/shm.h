/* The functions of this header always fail (libc/posix/absent.h). Processes can share memory
 * through MPI windows instead. */
#ifndef _SYS_SHM_H
#define _SYS_SHM_H

#include <sys/ipc.h>

#ifdef __cplusplus
extern "C" {
#endif

struct shmid_ds {
    size_t shm_segsz;
};

int shmget(key_t key, size_t bytes, int flags);
void *shmat(int segment, const void *address, int flags);
int shmdt(const void *address);
int shmctl(int segment, int command, struct shmid_ds *status);

#ifdef __cplusplus
}
#endif

#endif
