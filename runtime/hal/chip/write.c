#include <string.h>

#include "hal/chip/address.h"
#include "hal/chip/host.h"
#include "hal/hal.h"

static long write_memory(int file, const void *buffer, size_t bytes) {
    return host_call3(HOST_WRITE, (uint32_t)file, (uint32_t)buffer, bytes);
}

/* The host cannot read constants: they go through a buffer on the stack. */
static long write_constant(int file, const char *from, size_t bytes) {
    char piece[128];
    size_t written = 0;
    do {
        size_t length = bytes - written < sizeof piece ? bytes - written : sizeof piece;
        memcpy(piece, from + written, length);
        long result = write_memory(file, piece, length);
        if (result < 0)
            return written ? (long)written : result;
        written += (size_t)result;
        if ((size_t)result < length)
            break;
    } while (written < bytes);
    return (long)written;
}

long hal_write(int file, const void *buffer, size_t bytes) {
    return is_constant(buffer) ? write_constant(file, buffer, bytes)
                               : write_memory(file, buffer, bytes);
}
