/* malloc(): a chunk of the first bin that has one that is large enough, else memory from the end of
 * the heap. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "hal/chip/heap.h"
#include "hal/chip/host.h"
#include "libc/memory/chunk.h"

/* The most chunks of a bin at which malloc() looks in DRAM. If these are too small, it takes a
 * larger chunk or enlarges the heap, so that its time does not depend on the number of chunks. In a
 * tile it looks at all of them, because memory is scarce. */
enum { LOOKS = 8 };

struct heap __oc_heap;

/* Makes at least `size` bytes free at the end of the heap. The new memory continues the heap,
 * unless the program has called sbrk() itself; then it begins after that of the program. */
__attribute__((noinline)) static bool extend(struct heap *heap, uint32_t size) {
    const heap_record *memory = heap_of_process();
    uint32_t before = hal_heap_break ? hal_heap_break : memory->heap;
    uint32_t at = chunk_start(before == (uint32_t)heap->end ? (uint32_t)heap->top : before);
    uint32_t end = at + size + HEADER;
    if (end - before > memory->heap_end - before) {
        hal_host_call(end - before, memory->heap_end - memory->heap, HEAP_IN_DRAM, HOST_HEAP_FULL);
        return false;
    }
    hal_heap_break = end;
    heap->top = (char *)at;
    heap->end = (char *)end;
    return true;
}

/* The first bin from `bin` on that may have chunks; `heap->bins + BINS` if there is none. */
static inline struct chunk **next_bin(struct heap *heap, struct chunk **bin) {
    if (!HAS_MAP)
        return bin;
    uint32_t index = (uint32_t)(bin - heap->bins), bits;
    while (!(bits = heap->maybe[index / 32] >> index % 32)) {
        index = (index | 31) + 1;
        if (index >= BINS)
            return heap->bins + BINS;
    }
    if (!(bits & 0xffff))
        bits >>= 16, index += 16;
    if (!(bits & 0xff))
        bits >>= 8, index += 8;
    for (; !(bits & 1); bits >>= 1)
        index++;
    if (!heap->bins[index])
        heap->maybe[index / 32] &= ~(1u << index % 32);
    return heap->bins + index;
}

/* Finds a free chunk in the bins, takes it out of its bin, and sets `*rest` to the number of bytes
 * by which it is larger than `size`. In the last bin, whose chunks differ most, it is the smallest
 * one, which keeps the large ones whole. */
static inline __attribute__((always_inline)) struct chunk *find(struct heap *heap, uint32_t size,
                                                                uint32_t looks, uint32_t *rest) {
    struct chunk **bin = bin_of(heap, size), **end = heap->bins + BINS;
    do {
        bin = next_bin(heap, bin);
        if (HAS_MAP && bin == end)
            break;
        struct chunk *chunk = *bin, *best = NULL;
        uint32_t least = UINT32_MAX / 2, left = looks;
        if (!chunk)
            continue;
        for (; chunk && (!HEAP_IN_DRAM || left--); chunk = chunk->next) {
            uint32_t more = chunk->head - size; /* not below `least` if the chunk is too small */
            if (more < least) {
                best = chunk;
                least = more;
                if (more == 0 || bin + 1 < end)
                    break;
            }
        }
        if (best) {
            take_out(best, best == *bin ? bin : best->link);
            *rest = least;
            return best;
        }
    } while (++bin < end);
    return NULL;
}

void *__oc_malloc(size_t bytes) {
    struct heap *heap = the_heap();
    const uint32_t size = chunk_size(bytes);
    struct chunk *chunk;
    uint32_t rest;
    __oc_heap_lock();
    if (bytes > MOST_BYTES)
        goto full;
    for (uint32_t looks = LOOKS; !(chunk = find(heap, size, looks, &rest)); looks = UINT32_MAX) {
        if (size < (uint32_t)(heap->end - heap->top) || extend(heap, size)) {
            chunk = (struct chunk *)heap->top;
            heap->top += size;
            chunk->head = size | IN_USE;
            goto done;
        }
        if (!HEAP_IN_DRAM || looks != LOOKS)
            goto full;
    }
    struct chunk *next = behind(chunk, size);
    chunk->head = size | IN_USE;
    if (rest) {
        __oc_heap_release(heap, next, rest);
        return &chunk->next;
    }
    next->head &= ~AFTER_FREE;
done:
    __oc_heap_unlock();
    return &chunk->next;
full:
    __oc_heap_unlock();
    errno = ENOMEM;
    return NULL;
}

void *(malloc)(size_t bytes) __attribute__((alias("__oc_malloc"), copy(__oc_malloc)));
