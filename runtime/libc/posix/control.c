/* fcntl(): the flags of open files, and copies of their numbers. A file is closed with its process,
 * and no call on it waits, so flags change nothing. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hal/hal.h"
#include "libc/names/weak.h"
#include "libc/posix/absent.h"
#include "libc/posix/calls.h"
#include "libc/posix/result.h"

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
    case F_DUPFD:
    case F_DUPFD_CLOEXEC: {
        va_list arguments;
        va_start(arguments, command);
        int from = va_arg(arguments, int);
        va_end(arguments);
        return (int)posix_result(hal_copy_number(file, from, false));
    }
    default:
        __oc_absent(&said, "fcntl", "which does not lock files,");
        return -1;
    }
}
