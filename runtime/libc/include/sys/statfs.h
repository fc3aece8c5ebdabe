/* Constants in place of the statistics of the host's file systems (../../posix/space.c). */
#ifndef _SYS_STATFS_H
#define _SYS_STATFS_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct statfs {
    long f_type, f_bsize;
    fsblkcnt_t f_blocks, f_bfree, f_bavail;
    fsfilcnt_t f_files, f_ffree;
    long f_namelen;
};

int statfs(const char *path, struct statfs *status);
int fstatfs(int file, struct statfs *status);

#ifdef __cplusplus
}
#endif

#endif
