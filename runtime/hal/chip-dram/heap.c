/* A first-fit allocator with a list of free blocks in the order of their addresses. */
#include "hal/chip-dram/tile_heap.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "hal/chip/inline/self.h"
#include "hal/hal.h"
#include "libc/lock/lock.h"

#define UNIT 8 /* alignment of blocks */

/* The header before the memory that a caller gets. A free block begins with it too. */
struct block {
    uint32_t bytes; /* including the header */
    struct block *next;
};

#define HEADER sizeof(struct block)
_Static_assert(HEADER == UNIT, "alignment");

static struct block *list;
static uint32_t left; /* bytes in free blocks */
static bool has_begun;
static struct __lock lock;

static uintptr_t end(const struct block *block) {
    return (uintptr_t)block + block->bytes;
}

static void begin(void) {
    const struct hal_process *process = hal_self.process;
    uintptr_t start = (process->heap + UNIT - 1) & -(uintptr_t)UNIT;
    has_begun = true;
    if (process->heap_end < start + 2 * HEADER)
        return;
    list = (struct block *)start;
    list->bytes = left = (process->heap_end - start) & -(uint32_t)UNIT;
    list->next = NULL;
}

/* Where an allocation of `bytes` would begin if it were cut from the end of a free block, so that
 * the part before it stays free. 0: it does not fit. */
static uintptr_t place_in(const struct block *block, uint32_t bytes, size_t alignment) {
    uintptr_t memory = (uintptr_t)block + HEADER, aligned = (memory + alignment - 1) & -alignment;
    uintptr_t at = aligned - HEADER;
    return at + bytes <= end(block) && at + bytes >= at ? at : 0;
}

/* Allocates from the free block at `*link`. */
static void *take(struct block **link, uintptr_t at, uint32_t bytes) {
    struct block *from = *link, *taken = (struct block *)at;
    uint32_t before = at - (uintptr_t)from, after = end(from) - at - bytes;
    struct block *next = from->next;
    if (after) {
        struct block *rest = (struct block *)(at + bytes);
        *rest = (struct block){after, next};
        next = rest;
    }
    if (before) {
        from->bytes = before;
        from->next = next;
    } else {
        *link = next;
    }
    taken->bytes = bytes;
    left -= bytes;
    return taken + 1;
}

static void *find(size_t bytes, size_t alignment, bool is_last_resort) {
    void *memory = NULL;
    __oc_lock_acquire(&lock);
    if (!has_begun)
        begin();
    /* Unless it is the last resort, a request gets at most a quarter of what is left, so that the
     * library's next requests find some. */
    if (bytes <= (is_last_resort ? left : left / 4)) {
        uint32_t whole = (bytes + HEADER + UNIT - 1) & -(uint32_t)UNIT;
        for (struct block **link = &list; *link && !memory; link = &(*link)->next) {
            uintptr_t at = place_in(*link, whole, alignment);
            if (at) {
                memory = take(link, at, whole);
                break;
            }
        }
    }
    __oc_lock_release(&lock);
    return memory;
}

static bool is_in_tile(const void *memory) {
    return (uintptr_t)memory - hal_self.process->heap <
           hal_self.process->heap_end - hal_self.process->heap;
}

static uint32_t bytes_of(const void *memory) {
    return ((const struct block *)memory)[-1].bytes - HEADER;
}

void *hal_tile_aligned_alloc(size_t alignment, size_t bytes) {
    void *memory = find(bytes, alignment < UNIT ? UNIT : alignment, false);
    if (!memory)
        memory = alignment <= UNIT ? (malloc)(bytes) : (aligned_alloc)(alignment, bytes);
    return memory ? memory : find(bytes, alignment < UNIT ? UNIT : alignment, true);
}

void *hal_tile_malloc(size_t bytes) {
    return hal_tile_aligned_alloc(UNIT, bytes);
}

void *hal_tile_calloc(size_t count, size_t bytes) {
    size_t all;
    if (__builtin_mul_overflow(count, bytes, &all))
        return NULL;
    void *memory = hal_tile_malloc(all);
    return memory ? memset(memory, 0, all) : NULL;
}

void hal_tile_free(void *memory) {
    if (!memory)
        return;
    if (!is_in_tile(memory)) {
        (free)(memory);
        return;
    }
    struct block *block = (struct block *)memory - 1, *before = NULL;
    __oc_lock_acquire(&lock);
    struct block *next = list;
    for (; next && next < block; next = next->next)
        before = next;
    left += block->bytes;
    block->next = next;
    if (next && end(block) == (uintptr_t)next) {
        block->bytes += next->bytes;
        block->next = next->next;
    }
    if (!before) {
        list = block;
    } else if (end(before) == (uintptr_t)block) {
        before->bytes += block->bytes;
        before->next = block->next;
    } else {
        before->next = block;
    }
    __oc_lock_release(&lock);
}

void *hal_tile_realloc(void *memory, size_t bytes) {
    if (!memory)
        return hal_tile_malloc(bytes);
    if (!is_in_tile(memory))
        return (realloc)(memory, bytes);
    uint32_t before = bytes_of(memory);
    if (bytes <= before)
        return memory;
    void *larger = hal_tile_malloc(bytes);
    if (larger) {
        memcpy(larger, memory, before);
        hal_tile_free(memory);
    }
    return larger;
}

/* The bytes that the library can still get. */
size_t hal_heap_left(void) {
    __oc_lock_acquire(&lock);
    if (!has_begun)
        begin();
    size_t bytes = left;
    __oc_lock_release(&lock);
    return bytes;
}
