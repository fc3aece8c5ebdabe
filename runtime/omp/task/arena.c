#include "omp/task/arena.h"

#include <stdalign.h>
#include <stdlib.h>

#define CHUNK 1024

struct oc_arena_chunk {
    struct oc_arena_chunk *next;
    alignas(OC_ARENA_ALIGNMENT) char bytes[];
};

void *oc_arena_take_chunk(struct oc_arena *arena, size_t bytes) {
    size_t size = bytes > CHUNK ? bytes : CHUNK;
    struct oc_arena_chunk *chunk = malloc(sizeof *chunk + size);
    if (!chunk)
        return NULL;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    arena->bytes += size;
    arena->next = chunk->bytes + bytes;
    arena->end = chunk->bytes + size;
    return chunk->bytes;
}

void oc_arena_open(struct oc_arena *arena, void *room, size_t bytes) {
    for (struct oc_arena_chunk *chunk = arena->chunks; chunk;) {
        struct oc_arena_chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    *arena = (struct oc_arena){.next = room, .end = (char *)room + bytes};
}
