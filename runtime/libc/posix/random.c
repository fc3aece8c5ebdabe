/* Random bytes. The chip has no source of randomness: each process gets a sequence of its own,
 * which is equal in each run, because a run depends on nothing outside the simulator. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>

#include "hal/hal.h"
#include "libc/names/weak.h"

/* SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014). */
static uint64_t next(void) {
    static uint32_t count;
    uint64_t value = (uint64_t)(uint32_t)hal_place() << 32;
    value |= __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
    value *= 0x9e3779b97f4a7c15;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
    value = (value ^ value >> 27) * 0x94d049bb133111eb;
    return value ^ value >> 31;
}

static void fill(char *to, size_t bytes) {
    while (bytes) {
        uint64_t value = next();
        size_t part = bytes < sizeof value ? bytes : sizeof value;
        memcpy(to, &value, part);
        to += part;
        bytes -= part;
    }
}

WEAK ssize_t getrandom(void *buffer, size_t bytes, unsigned flags) {
    if (flags & ~(unsigned)(GRND_NONBLOCK | GRND_RANDOM)) {
        errno = EINVAL;
        return -1;
    }
    fill(buffer, bytes);
    return (ssize_t)bytes;
}

int __oc_getentropy(void *buffer, size_t bytes) {
    if (bytes > 256) {
        errno = EIO;
        return -1;
    }
    fill(buffer, bytes);
    return 0;
}
ALSO_NAMED(getentropy);
