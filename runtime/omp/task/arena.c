#include "omp/task/arena.h"

#include <stdalign.h>
#include <stdlib.h>

#define CHUNK 1024

struct oc_arena_chunk {
    struct oc_arena_chunk *next;
    alignas(max_align_t) char bytes[];
};

void *oc_arena_take(struct oc_arena *arena, size_t bytes) {
    bytes = (bytes + alignof(max_align_t) - 1) & -alignof(max_align_t);
    if (bytes > arena->left) {
        size_t size = bytes > CHUNK ? bytes : CHUNK;
        struct oc_arena_chunk *chunk = malloc(sizeof *chunk + size);
        if (!chunk)
            return NULL;
        chunk->next = arena->chunks;
        arena->chunks = chunk;
        arena->left = size;
        arena->bytes += size;
    }
    arena->left -= bytes;
    return arena->chunks->bytes + arena->left;
}

void oc_arena_clear(struct oc_arena *arena) {
    for (struct oc_arena_chunk *chunk = arena->chunks; chunk;) {
        struct oc_arena_chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    *arena = (struct oc_arena){0};
}
