/* Calls succeed but have no effect, because the times of files cannot be set. */
#ifndef ONCHIP_UTIME_H
#define ONCHIP_UTIME_H

#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

struct utimbuf {
    time_t actime, modtime;
};

int utime(const char *path, const struct utimbuf *times);

#ifdef __cplusplus
}
#endif

#endif
