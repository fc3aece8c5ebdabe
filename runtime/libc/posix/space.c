/* Statistics of file systems. Those of the host are not known here and would differ from run to
 * run. So every file is on a file system of 1 TiB, half of which is free. */
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"

#define BLOCK_BYTES 4096
#define BLOCKS (1u << 28)
#define FILES (1u << 26)
#define NAME_BYTES 255
#define EXT4 0xef53

static int fill(int error, struct statvfs *status) {
    if (!error)
        *status = (struct statvfs){.f_bsize = BLOCK_BYTES,
                                   .f_frsize = BLOCK_BYTES,
                                   .f_blocks = BLOCKS,
                                   .f_bfree = BLOCKS / 2,
                                   .f_bavail = BLOCKS / 2,
                                   .f_files = FILES,
                                   .f_ffree = FILES / 2,
                                   .f_favail = FILES / 2,
                                   .f_namemax = NAME_BYTES};
    return error;
}

static int fill_old(int error, struct statfs *status) {
    if (!error)
        *status = (struct statfs){.f_type = EXT4,
                                  .f_bsize = BLOCK_BYTES,
                                  .f_blocks = BLOCKS,
                                  .f_bfree = BLOCKS / 2,
                                  .f_bavail = BLOCKS / 2,
                                  .f_files = FILES,
                                  .f_ffree = FILES / 2,
                                  .f_namelen = NAME_BYTES};
    return error;
}

WEAK int statvfs(const char *restrict path, struct statvfs *restrict status) {
    struct stat file;
    return fill(__oc_stat(path, &file), status);
}

WEAK int fstatvfs(int file, struct statvfs *status) {
    struct stat found;
    return fill(__oc_fstat(file, &found), status);
}

WEAK int statfs(const char *path, struct statfs *status) {
    struct stat file;
    return fill_old(__oc_stat(path, &file), status);
}

WEAK int fstatfs(int file, struct statfs *status) {
    struct stat found;
    return fill_old(__oc_fstat(file, &found), status);
}
