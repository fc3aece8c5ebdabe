/* stat(), fstat() and lstat() tell whether a file exists, how long it is in bytes, and whether a
 * path is a folder. */
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

#include "hal/hal.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/posix/result.h"

int __oc_fstat(int file, struct stat *status) {
    long here = hal_seek(file, 0, SEEK_CUR), end = 0;
    *status = (struct stat){.st_mode = S_IFCHR | S_IRUSR | S_IWUSR, .st_nlink = 1};
    if (here != -ESPIPE) { /* the answer for the console */
        if (here >= 0 && (end = hal_seek(file, 0, SEEK_END)) >= 0)
            here = hal_seek(file, here, SEEK_SET);
        if (here < 0 || end < 0)
            return (int)posix_result(here < 0 ? here : end);
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
