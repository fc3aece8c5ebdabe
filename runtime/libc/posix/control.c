/* fcntl(): the flags of open files, duplicates of file descriptors, and locks. A file is closed
 * with its process in any case, so F_SETFD changes nothing. Only calls on pipes wait, so O_NONBLOCK
 * changes nothing for other files. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "hal/chip/folders.h"
#include "libc/names/weak.h"
#include "libc/posix/absent.h"
#include "libc/posix/calls.h"
#include "libc/posix/result.h"

static int lock(int file, int command, struct flock *given, uint32_t wants) {
    int64_t start = given->l_start, bytes = given->l_len;
    struct stat status;
    static const enum hal_lock_kind kinds[] = {
        [F_RDLCK] = HAL_SHARED, [F_WRLCK] = HAL_EXCLUSIVE, [F_UNLCK] = HAL_UNLOCKED};
    bool is_type = given->l_type == F_RDLCK || given->l_type == F_WRLCK ||
                   (given->l_type == F_UNLCK && command != F_GETLK);
    if (!is_type || given->l_whence < SEEK_SET || given->l_whence > SEEK_END)
        return -EINVAL;
    if (given->l_whence == SEEK_END && !__oc_fstat(file, &status))
        start += status.st_size;
    else if (given->l_whence == SEEK_CUR) {
        off_t here = __oc_lseek(file, 0, SEEK_CUR);
        if (here < 0)
            return -errno;
        start += here;
    }
    if (bytes < 0) {
        start += bytes;
        bytes = -bytes;
    }
    if (start < 0 || start + bytes > (int64_t)UINT32_MAX)
        return -EINVAL;
    struct hal_file_lock wanted = {
        .kind = kinds[given->l_type],
        .start = (uint32_t)start,
        .bytes = (uint32_t)bytes,
    };
    wants |= command == F_GETLK ? HAL_FIND_LOCK : command == F_SETLKW ? HAL_AWAIT_LOCK : 0;
    int result = hal_lock_file(file, &wanted, wants);
    while (result == -EAGAIN && command == F_SETLKW) {
        __oc_poll_pause();
        result = hal_lock_file(file, &wanted, wants);
    }
    if (!result && command == F_GETLK) {
        static const short types[] = {F_UNLCK, F_RDLCK, F_WRLCK};
        given->l_type = types[wanted.kind];
        if (wanted.kind) {
            given->l_whence = SEEK_SET;
            given->l_start = (off_t)wanted.start;
            given->l_len = (off_t)wanted.bytes;
            given->l_pid = (short)wanted.process;
        }
    }
    return result;
}

/* Sets a lock on the bytes from the file's position on. */
static int lock_from_here(int file, int command, short type, off_t bytes) {
    struct flock from_here = {.l_type = type, .l_whence = SEEK_CUR, .l_len = bytes};
    return lock(file, command, &from_here, 0);
}

WEAK int lockf(int file, int command, off_t bytes) {
    struct flock there = {.l_type = F_WRLCK, .l_whence = SEEK_CUR, .l_len = bytes};
    switch (command) {
    case F_ULOCK:
        return (int)posix_result(lock_from_here(file, F_SETLK, F_UNLCK, bytes));
    case F_LOCK:
        return (int)posix_result(lock_from_here(file, F_SETLKW, F_WRLCK, bytes));
    case F_TLOCK:
        return (int)posix_result(lock_from_here(file, F_SETLK, F_WRLCK, bytes));
    case F_TEST: {
        int result = lock(file, F_GETLK, &there, 0);
        return (int)posix_result(result || there.l_type == F_UNLCK ? result : -EAGAIN);
    }
    }
    return (int)posix_result(-EINVAL);
}

/* Locks the whole file like fcntl(), but for any access mode of the file. */
WEAK int flock(int file, int operation) {
    struct flock whole = {.l_whence = SEEK_SET};
    switch (operation & ~LOCK_NB) {
    case LOCK_SH:
        whole.l_type = F_RDLCK;
        break;
    case LOCK_EX:
        whole.l_type = F_WRLCK;
        break;
    case LOCK_UN:
        whole.l_type = F_UNLCK;
        break;
    default:
        return (int)posix_result(-EINVAL);
    }
    int command = operation & LOCK_NB ? F_SETLK : F_SETLKW;
    return (int)posix_result(lock(file, command, &whole, HAL_ANY_ACCESS));
}

WEAK int fcntl(int file, int command, ...) {
    static bool said;
    struct stat status;
    if (__oc_fstat(file, &status))
        return -1;
    switch (command) {
    case F_GETFD:
    case F_SETFD:
        return 0;
    case F_SETFL: {
        va_list arguments;
        va_start(arguments, command);
        int flags = va_arg(arguments, int);
        va_end(arguments);
        return (int)posix_result(hal_set_flags(file, flags));
    }
    case F_GETFL:
        return (int)posix_result(hal_flags(file));
    case F_DUPFD:
    case F_DUPFD_CLOEXEC: {
        va_list arguments;
        va_start(arguments, command);
        int from = va_arg(arguments, int);
        va_end(arguments);
        return (int)posix_result(hal_copy_number(file, from, false));
    }
    case F_GETLK:
    case F_SETLK:
    case F_SETLKW: {
        va_list arguments;
        va_start(arguments, command);
        struct flock *given = va_arg(arguments, struct flock *);
        va_end(arguments);
        return (int)posix_result(lock(file, command, given, 0));
    }
    default:
        __oc_absent(&said, "fcntl", "which knows flags, copies and locks only");
        return -1;
    }
}
