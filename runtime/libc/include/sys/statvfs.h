/* Constants in place of the statistics of the host's file systems (../../posix/space.c). */
#ifndef _SYS_STATVFS_H
#define _SYS_STATVFS_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ST_RDONLY 1
#define ST_NOSUID 2

struct statvfs {
    unsigned long f_bsize, f_frsize;
    fsblkcnt_t f_blocks, f_bfree, f_bavail;
    fsfilcnt_t f_files, f_ffree, f_favail;
    unsigned long f_fsid, f_flag, f_namemax;
};

int statvfs(const char *__restrict path, struct statvfs *__restrict status);
int fstatvfs(int file, struct statvfs *status);

#ifdef __cplusplus
}
#endif

#endif
