/* fcntl(): the flags of open files. A file is closed with its process, and no call on it waits, so
 * flags change nothing. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libc/names/weak.h"
#include "libc/posix/absent.h"
#include "libc/posix/calls.h"

WEAK int fcntl(int file, int command, ...) {
    static bool said;
    struct stat status;
    if (__oc_fstat(file, &status))
        return -1;
    switch (command) {
    case F_GETFD:
    case F_SETFD:
    case F_SETFL:
        return 0;
    case F_GETFL: /* any other file may be open for both */
        return file == STDIN_FILENO ? O_RDONLY : file <= STDERR_FILENO ? O_WRONLY : O_RDWR;
    default:
        __oc_absent(&said, "fcntl", "which neither duplicates descriptors nor locks files,");
        return -1;
    }
}
