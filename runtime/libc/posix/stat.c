/* stat(), fstat() and lstat() tell whether a file exists, how long it is in bytes, and whether a
 * path is a folder. */
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"

#define CONSOLE 2 /* descriptors up to this one are the console */

int __oc_fstat(int file, struct stat *status) {
    off_t here = 0, end = 0;
    *status = (struct stat){.st_mode = S_IFCHR | S_IRUSR | S_IWUSR, .st_nlink = 1};
    if (file < 0 || file > CONSOLE) {
        if ((here = __oc_lseek(file, 0, SEEK_CUR)) < 0 ||
            (end = __oc_lseek(file, 0, SEEK_END)) < 0 || __oc_lseek(file, here, SEEK_SET) < 0)
            return -1;
        status->st_mode = S_IFREG | S_IRUSR | S_IWUSR;
    }
    status->st_size = end;
    status->st_blksize = 512;
    status->st_blocks = (end + 511) / 512;
    return 0;
}
ALSO_NAMED(fstat);

int __oc_stat(const char *path, struct stat *status) {
    int file = __oc_open(path, O_RDONLY);
    if (file < 0 && errno == EISDIR) {
        *status = (struct stat){.st_mode = S_IFDIR | S_IRWXU, .st_nlink = 1, .st_blksize = 512};
        return 0;
    }
    if (file < 0)
        return -1;
    int result = __oc_fstat(file, status);
    __oc_close(file);
    return result;
}
WEAK int stat(const char *restrict path, struct stat *restrict status) {
    return __oc_stat(path, status);
}

WEAK int lstat(const char *restrict path, struct stat *restrict status) {
    return __oc_stat(path, status);
}
