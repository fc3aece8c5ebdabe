/* Calls of the host in programs with threads. The host takes only bytes in the tile of the calling
 * core; bytes elsewhere are copied through the thread's stack. */
#include <stdbool.h>
#include <string.h>

#include "hal/chip/folders.h"
#include "hal/chip/host.h"
#include "hal/chip/thread.h"

#define CHUNK 256 /* bytes of a file that go through the stack at a time */

/* Writes or reads piece by piece; ends at the first piece that is incomplete. */
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

/* A path that the host can read. It is `path` itself if that is in the tile, otherwise a copy. */
static uint32_t near_path(char *copy, uint32_t path) {
    if (thread_is_near(path))
        return path;
    const char *end = memchr((const char *)path, '\0', HAL_PATH_BYTES);
    size_t length = end ? (size_t)(end - (const char *)path) : HAL_PATH_BYTES;
    memcpy(copy, (const char *)path, length);
    if (length < HAL_PATH_BYTES)
        copy[length] = '\0';
    return (uint32_t)copy;
}

static __attribute__((noinline)) int32_t with_paths(uint32_t number, uint32_t a0, uint32_t a1,
                                                    uint32_t a2) {
    char first[HAL_PATH_BYTES], second[HAL_PATH_BYTES];
    a0 = near_path(first, a0);
    if (number == HOST_RENAME || number == HOST_LINK || number == HOST_SYMBOLIC_LINK)
        a1 = near_path(second, a1);
    return host_call_here(number, a0, a1, a2);
}

int32_t hal_thread_host_call(uint32_t a0, uint32_t a1, uint32_t a2, uint32_t number) {
    switch (number) {
    case HOST_WRITE:
    case HOST_READ:
        return thread_is_near(a1) ? host_call_here(number, a0, a1, a2)
                                  : by_pieces(number, a0, (char *)a1, a2);
    case HOST_OPEN:
    case HOST_UNLINK:
    case HOST_RENAME:
    case HOST_STATUS_AT:
    case HOST_STATUS_OF_LINK:
    case HOST_READ_LINK:
    case HOST_REAL_PATH:
    case HOST_CHANGE_FOLDER:
    case HOST_MAKE_FOLDER:
    case HOST_REMOVE_FOLDER:
    case HOST_LINK:
    case HOST_SYMBOLIC_LINK:
    case HOST_SET_TIMES_AT:
    case HOST_SET_MODE_AT:
        return with_paths(number, a0, a1, a2);
    default:
        return host_call_here(number, a0, a1, a2);
    }
}
