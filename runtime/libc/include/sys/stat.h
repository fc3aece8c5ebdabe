/* picolibc's <sys/stat.h> with lstat(), and with mknod(), which always fails
 * (libc/posix/absent.h). */
#ifndef ONCHIP_SYS_STAT_H
#define ONCHIP_SYS_STAT_H

#include_next <sys/stat.h>

#include <oc/large.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef UTIME_NOW
#define UTIME_NOW (-2l)
#define UTIME_OMIT (-1l)
#endif
/* No file is a message queue, a semaphore or a shared memory object. */
#define S_TYPEISMQ(status) 0
#define S_TYPEISSEM(status) 0
#define S_TYPEISSHM(status) 0

int lstat(const char *__restrict path, struct stat *__restrict status);
int mknod(const char *path, mode_t mode, dev_t device);

#ifdef __cplusplus
}
#endif

#endif
