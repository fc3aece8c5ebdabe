/* picolibc's <fcntl.h>, with the functions of POSIX and Linux that it lacks (libc/posix/allocate.c,
 * at.c). */
#ifndef _FCNTL_H
#define _FCNTL_H

#include_next <fcntl.h>

#include <oc/large.h>

#ifdef __cplusplus
extern "C" {
#endif

int posix_fallocate(int file, off_t offset, off_t bytes);
int fallocate(int file, int mode, off_t offset, off_t bytes);
int posix_fadvise(int file, off_t offset, off_t bytes, int advice);
#define POSIX_FADV_NORMAL 0
#define POSIX_FADV_RANDOM 1
#define POSIX_FADV_SEQUENTIAL 2
#define POSIX_FADV_WILLNEED 3
#define POSIX_FADV_DONTNEED 4
#define POSIX_FADV_NOREUSE 5

#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
/* Every write reaches the host at once, so all flags for synchronous writing mean O_SYNC. */
#ifndef O_DSYNC
#define O_DSYNC O_SYNC
#define O_RSYNC O_SYNC
#endif

#if __MISC_VISIBLE
#ifndef O_NDELAY
#define O_NDELAY O_NONBLOCK
#endif
#define O_FSYNC O_SYNC
#endif
#ifndef O_LARGEFILE
#define O_LARGEFILE 0
#endif

#ifdef __cplusplus
}
#endif

#endif
