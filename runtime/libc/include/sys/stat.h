/* picolibc's <sys/stat.h> with further calls, which are declared but not offered. */
#ifndef ONCHIP_SYS_STAT_H
#define ONCHIP_SYS_STAT_H

#include_next <sys/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

int mknod(const char *path, mode_t mode, dev_t device);

#ifdef __cplusplus
}
#endif

#endif
