/* Calls of the host in programs with threads. The host takes only bytes that lie in the tile of the
 * core that calls; what a thread gives it from elsewhere goes through its stack. */
#include <stdbool.h>
#include <string.h>

#include "hal/chip/host.h"
#include "hal/chip/thread.h"

#define CHUNK 256       /* bytes of a file that go through the stack at a time */
#define PATH_BYTES 1024 /* as many as the host takes */
#define CODE_END 0x10000000u

/* Code and constants are in every tile. */
static bool is_near(uint32_t address) {
    uint32_t shift = register_read(REGISTER_TILE_SHIFT), tile = register_read(REGISTER_TILE);
    if (address < CODE_END)
        return true;
    if ((int32_t)address >= 0)
        address = register_read(REGISTER_DATA_BASE);
    return (address - 0x80000000u) >> shift == tile;
}

/* Writes or reads by pieces; ends at the first that is not whole. */
static int32_t by_pieces(uint32_t number, uint32_t file, char *at, uint32_t bytes) {
    char piece[CHUNK];
    int32_t sum = 0;
    while (bytes) {
        uint32_t length = bytes < CHUNK ? bytes : CHUNK;
        if (number == HOST_WRITE)
            memcpy(piece, at, length);
        int32_t done = host_call_here(number, file, (uint32_t)piece, length);
        if (done < 0)
            return sum ? sum : done;
        if (number == HOST_READ)
            memcpy(at, piece, (uint32_t)done);
        sum += done;
        if ((uint32_t)done < length)
            break;
        at += length;
        bytes -= length;
    }
    return sum;
}

/* A path as the host can read it: where it is, or its copy. */
static uint32_t near_path(char *copy, uint32_t path) {
    if (is_near(path))
        return path;
    const char *end = memchr((const char *)path, '\0', PATH_BYTES);
    size_t length = end ? (size_t)(end - (const char *)path) : PATH_BYTES;
    memcpy(copy, (const char *)path, length);
    if (length < PATH_BYTES)
        copy[length] = '\0';
    return (uint32_t)copy;
}

static __attribute__((noinline)) int32_t with_paths(uint32_t number, uint32_t a0, uint32_t a1) {
    char first[PATH_BYTES], second[PATH_BYTES];
    a0 = near_path(first, a0);
    if (number == HOST_RENAME)
        a1 = near_path(second, a1);
    return host_call_here(number, a0, a1, 0);
}

int32_t hal_thread_host_call(uint32_t number, uint32_t a0, uint32_t a1, uint32_t a2) {
    switch (number) {
    case HOST_WRITE:
    case HOST_READ:
        return is_near(a1) ? host_call_here(number, a0, a1, a2)
                           : by_pieces(number, a0, (char *)a1, a2);
    case HOST_OPEN:
    case HOST_UNLINK:
    case HOST_RENAME:
        return with_paths(number, a0, a1);
    default:
        return host_call_here(number, a0, a1, a2);
    }
}

int32_t hal_host_call(uint32_t number, uint32_t a0, uint32_t a1, uint32_t a2)
    __attribute__((alias("hal_thread_host_call")));
