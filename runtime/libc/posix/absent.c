#include "libc/posix/absent.h"

#include <errno.h>
#include <string.h>

#include "hal/hal.h"

static char *append(char *at, const char *end, const char *text) {
    while (*text && at < end)
        *at++ = *text++;
    return at;
}

void __oc_absent(bool *said, const char *function, const char *where) {
    char line[200];
    const char *end = line + sizeof line;
    if (!*said) {
        *said = true;
        char *at = append(line, end, "onchip: ");
        at = append(at, end, function);
        at = append(at, end, "() is not offered on the chip, ");
        at = append(at, end, where);
        at = append(at, end, "; the call fails\n");
        hal_write(2, line, (size_t)(at - line));
    }
    errno = ENOSYS;
}
