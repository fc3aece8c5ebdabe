/* Transfers whose local side is in DRAM. They pass through buffers in the tile: one piece comes in
 * while another leaves. The buffers are thread-local and therefore in the tile, even if the stack
 * is not. */
#include <string.h>

#include "hal/chip-dram/cache.h"
#include "hal/chip-dram/through.h"
#include "hal/chip/inline/dma.h"
#include "hal/hal.h"

#define PIECES 3
#define PIECE 256
#define LINE HAL_LINE_BYTES

static _Thread_local struct {
    _Alignas(LINE) char piece[PIECES][PIECE];
    uint32_t last; /* the command buffer that last used `piece`; 0: none */
} bounce;

static inline void start(uint32_t buffer, uint32_t command, const void *local, uint32_t remote,
                         uint32_t bytes) {
    dma_start_in_tile(buffer, command, local, remote, bytes);
}

/* Finds a free command buffer that can fetch pieces while `buffer` sends them. If all other buffers
 * are busy, returns `buffer`, so that the caller waits only for its own transfers. */
static uint32_t another(uint32_t buffer) {
    uint32_t last = dma_last_buffer();
    for (uint32_t other = last; other >= dma_buffer_at(0); other -= REGISTER_DMA_STRIDE)
        if (other != buffer && dma_status(other) != DMA_BUSY)
            return other;
    return buffer;
}

static void finish_last(void) {
    if (bounce.last && dma_status(bounce.last) == DMA_BUSY)
        dma_finish(bounce.last);
}

/* Converts a global address to the address by which the core's cache knows it. Variables in DRAM
 * have an address in the far data window there. */
static uint32_t known_as(uint32_t address) {
    uint32_t inside = address - register_read(REGISTER_FAR_DATA_BASE);
    return inside < (uint32_t)__far_data_bytes ? inside + FAR_DATA : address;
}

/* Waits for a transfer into memory that this core caches, and drops the old contents from the
 * cache. Does nothing if the memory is not cached. */
static void refresh(uint32_t buffer, uint32_t to, uint32_t bytes) {
    to = known_as(to);
    if (is_cached(to)) {
        dma_finish(buffer);
        hal_cache_flush(to, bytes);
    }
}

static inline uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* Returns `command` with the priority of the command `of`. */
static inline uint32_t like(uint32_t of, uint32_t command) {
    return (of & ~DMA_COMMANDS) | command;
}

static void copy_through(uint32_t buffer, uint32_t command, hal_address to, hal_address from,
                         uint32_t bytes) {
    finish_last();
    bounce.last = buffer;
    hal_address target = to;
    uint32_t fetching = another(buffer), whole = bytes, count = least(PIECE - from % LINE, bytes);
    char *piece = bounce.piece[0];
    start(fetching, like(command, DMA_GET), piece, from, count);
    while (bytes) {
        from += count;
        bytes -= count;
        uint32_t next_count = least(PIECE, bytes);
        char *next = piece == bounce.piece[PIECES - 1] ? bounce.piece[0] : piece + PIECE;
        dma_finish(fetching);
        if (next_count)
            start(fetching, like(command, DMA_GET), next, from, next_count);
        /* Sends the piece as soon as the previous piece has left. The space of the previous piece
         * is then free for the piece after the next one. */
        start(buffer, like(command, DMA_PUT), piece, to, count);
        to += count;
        count = next_count;
        piece = next;
    }
    refresh(buffer, target, whole);
}

void hal_copy_through(uint32_t buffer, hal_address to, hal_address from, uint32_t bytes) {
    copy_through(buffer, DMA_PUT, to, from, bytes);
}

void hal_fill(uint32_t buffer, hal_address to, int value, uint32_t bytes) {
    finish_last();
    bounce.last = buffer;
    memset(bounce.piece[0], value, least(PIECE, bytes));
    for (uint32_t count = least(PIECE - to % LINE, bytes); bytes; count = least(PIECE, bytes)) {
        start(buffer, DMA_PUT, bounce.piece[0], to, count);
        to += count;
        bytes -= count;
    }
}

/* Passes an element to or from a queue in one packet. The `try` commands do nothing if the queue is
 * full or empty. */
static void pass_element(uint32_t buffer, uint32_t command, uint32_t local, uint32_t device,
                         uint32_t bytes) {
    char *piece = bounce.piece[0];
    finish_last();
    bounce.last = buffer;
    uint32_t plain = command & DMA_COMMANDS;
    if (plain == DMA_GET || plain == DMA_TRY_GET) {
        start(buffer, command, piece, device, bytes);
        if (dma_finish(buffer) != DMA_FULL) {
            start(buffer, DMA_PUT, piece, local, bytes);
            refresh(buffer, local, bytes);
        }
        return;
    }
    uint32_t fetching = another(buffer);
    start(fetching, DMA_GET, piece, local, bytes);
    dma_finish(fetching);
    start(buffer, command, piece, device, bytes);
}

void hal_bounce(uint32_t buffer, uint32_t command, const void *local, uint32_t remote,
                uint32_t bytes) {
    uint32_t own = global_of((uint32_t)local);
    if ((int32_t)remote >= 0 && bytes)
        pass_element(buffer, command, own, remote, bytes);
    else if (!bytes)
        start(buffer, command, bounce.piece, remote, 0);
    else if ((command & DMA_COMMANDS) == DMA_GET)
        copy_through(buffer, command, own, remote, bytes);
    else
        copy_through(buffer, command, remote, own, bytes);
}
