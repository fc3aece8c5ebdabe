/* A first-fit allocator with a list of free blocks in the order of their addresses. */
#include "hal/chip-dram/tile_heap.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "hal/chip/inline/heap_place.h"
#include "hal/chip/inline/self.h"
#include "hal/hal.h"
#include "libc/lock/lock.h"

#define UNIT 8 /* alignment of blocks */

/* The header before the memory that a caller gets. A free block also begins with such a header. */
struct block {
    uint32_t bytes; /* including the header */
    struct block *next;
};

#define HEADER sizeof(struct block)
#define SMALL 1024 /* in bytes; other processes may write into blocks of at most this size */
_Static_assert(HEADER == UNIT, "alignment");

/* A region of memory and its list of free blocks. */
struct region {
    uintptr_t start, end;
    struct block *list;
    uint32_t left; /* bytes in free blocks */
};

static struct region tile;
/* The part of the process' share of DRAM that is never cached; empty on chips without data
 * caches. */
static struct region uncached;
static bool has_begun;
static struct __lock lock;

static uintptr_t end(const struct block *block) {
    return (uintptr_t)block + block->bytes;
}

static void begin_region(struct region *region, uint32_t from, uint32_t to) {
    uintptr_t start = (from + UNIT - 1) & -(uintptr_t)UNIT;
    region->start = from;
    region->end = to;
    if (to < start + 2 * HEADER)
        return;
    region->list = (struct block *)start;
    region->list->bytes = region->left = (to - start) & -(uint32_t)UNIT;
    region->list->next = NULL;
}

static void begin(void) {
    const struct hal_process *process = hal_self.process;
    const heap_record *heap = hal_heap_in_dram();
    has_begun = true;
    begin_region(&tile, process->heap, process->heap_end);
    begin_region(&uncached, heap->heap_end, heap->end);
}

/* Finds the address of an allocation of `bytes` at the end of a free block, so that the part before
 * it stays free. Returns 0 if the block is too small. */
static uintptr_t place_in(const struct block *block, uint32_t bytes, size_t alignment) {
    uintptr_t memory = (uintptr_t)block + HEADER, aligned = (memory + alignment - 1) & -alignment;
    uintptr_t at = aligned - HEADER;
    return at + bytes <= end(block) && at + bytes >= at ? at : 0;
}

/* Allocates from the free block at `*link`. */
static void *take(struct region *region, struct block **link, uintptr_t at, uint32_t bytes) {
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
    region->left -= bytes;
    return taken + 1;
}

/* Allocates `bytes` bytes from a region. Returns null if this is more than 1 / `part` of the
 * region's free memory, or if no free block is large enough. */
static void *find(struct region *region, size_t bytes, size_t alignment, uint32_t part) {
    void *memory = NULL;
    __oc_lock_acquire(&lock);
    if (!has_begun)
        begin();
    if (bytes <= region->left / part) {
        uint32_t whole = (bytes + HEADER + UNIT - 1) & -(uint32_t)UNIT;
        for (struct block **link = &region->list; *link && !memory; link = &(*link)->next) {
            uintptr_t at = place_in(*link, whole, alignment);
            if (at) {
                memory = take(region, link, at, whole);
                break;
            }
        }
    }
    __oc_lock_release(&lock);
    return memory;
}

static bool is_in(const struct region *region, const void *memory) {
    return (uintptr_t)memory - region->start < region->end - region->start;
}

/* The region that contains a block; null if the block is in the program's heap. */
static struct region *region_of(const void *memory) {
    return is_in(&tile, memory) ? &tile : is_in(&uncached, memory) ? &uncached : NULL;
}

static uint32_t bytes_of(const void *memory) {
    return ((const struct block *)memory)[-1].bytes - HEADER;
}

static void *from_program(size_t alignment, size_t bytes) {
    return alignment <= UNIT ? (malloc)(bytes) : (aligned_alloc)(alignment, bytes);
}

void *hal_tile_aligned_alloc(size_t alignment, size_t bytes) {
    size_t unit = alignment < UNIT ? UNIT : alignment;
    /* A request gets at most a quarter of the free memory in the tile, so that the library still
     * finds memory there for later requests. */
    void *memory = find(&tile, bytes, unit, 4);
    if (!memory && uncached.end)
        memory = find(&uncached, bytes, unit, 1);
    /* Other processes may write into small blocks, so small blocks are never in cached memory. */
    if (!memory && !(uncached.end && bytes <= SMALL))
        memory = from_program(alignment, bytes);
    return memory ? memory : find(&tile, bytes, unit, 1);
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
    struct region *region = region_of(memory);
    if (!region) {
        (free)(memory);
        return;
    }
    struct block *block = (struct block *)memory - 1, *before = NULL;
    __oc_lock_acquire(&lock);
    struct block *next = region->list;
    for (; next && next < block; next = next->next)
        before = next;
    region->left += block->bytes;
    block->next = next;
    if (next && end(block) == (uintptr_t)next) {
        block->bytes += next->bytes;
        block->next = next->next;
    }
    if (!before) {
        region->list = block;
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
    if (!region_of(memory))
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

/* The number of bytes that are free in the library's own regions. */
size_t hal_heap_left(void) {
    __oc_lock_acquire(&lock);
    if (!has_begun)
        begin();
    size_t bytes = tile.left + uncached.left;
    __oc_lock_release(&lock);
    return bytes;
}
