/* Duplicates of file descriptors. */
#include <errno.h>
#include <unistd.h>

#include "hal/hal.h"
#include "libc/names/weak.h"
#include "libc/posix/result.h"

WEAK int dup(int file) {
    return (int)posix_result(hal_copy_number(file, 0, false));
}

WEAK int dup2(int file, int number) {
    return (int)posix_result(hal_copy_number(file, number, true));
}

WEAK int dup3(int file, int number, int flags) {
    (void)flags; /* O_CLOEXEC changes nothing, because exec() is not offered */
    return (int)posix_result(file == number ? -EINVAL : hal_copy_number(file, number, true));
}
