/* Functions that read or write several buffers with one call. */
#ifndef _SYS_UIO_H
#define _SYS_UIO_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define IOV_MAX 1024
#define UIO_MAXIOV IOV_MAX

struct iovec {
    void *iov_base;
    size_t iov_len;
};

ssize_t readv(int file, const struct iovec *pieces, int count);
ssize_t writev(int file, const struct iovec *pieces, int count);
#if __MISC_VISIBLE
ssize_t preadv(int file, const struct iovec *pieces, int count, off_t offset);
ssize_t pwritev(int file, const struct iovec *pieces, int count, off_t offset);
#endif

#ifdef __cplusplus
}
#endif

#endif
