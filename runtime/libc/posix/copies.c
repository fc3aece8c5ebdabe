/* Duplicates of file descriptors. */
#include <errno.h>
#include <unistd.h>

#include "hal/hal.h"
#include "libc/lock/pause.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/posix/result.h"

WEAK int dup(int file) {
    return (int)posix_result(hal_copy_number(file, 0, false));
}

static int copy(int file, int number) {
    int result = number < OPEN_FILES ? hal_copy_number(file, number, true) : -EBADF;
    oc_wake(); /* the number may have been the last one of an end of a pipe */
    return (int)posix_result(result);
}

WEAK int dup2(int file, int number) {
    return copy(file, number);
}

WEAK int dup3(int file, int number, int flags) {
    (void)flags; /* O_CLOEXEC changes nothing, because exec() is not offered */
    return file == number ? (int)posix_result(-EINVAL) : copy(file, number);
}
