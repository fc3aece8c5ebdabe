/* picolibc's <sys/stat.h>, with calls that are not offered. */
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
