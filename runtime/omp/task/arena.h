/* Memory for what a task knows of dependences: taken piece by piece, given back as a whole. The
 * first pieces come from room that the arena is given, others from the heap. */
#ifndef OMP_TASK_ARENA_H
#define OMP_TASK_ARENA_H

#include <stddef.h>

/* Of what is taken: at least that of two pointers that are read as one. */
#define OC_ARENA_ALIGNMENT (2 * sizeof(void *))

struct oc_arena_chunk;

struct oc_arena {
    char *next, *end; /* of the room, or of the last chunk: what is left */
    struct oc_arena_chunk *chunks;
    size_t bytes; /* of all of them */
};

/* Empties the arena, which may have been in use; then it has this room. */
void oc_arena_open(struct oc_arena *arena, void *room, size_t bytes);

/* What oc_arena_take() gives where there is not so much left. */
void *oc_arena_take_chunk(struct oc_arena *arena, size_t bytes);

/* Null: there is no memory. */
static inline void *oc_arena_take(struct oc_arena *arena, size_t bytes) {
    bytes = (bytes + OC_ARENA_ALIGNMENT - 1) & -OC_ARENA_ALIGNMENT;
    char *taken = arena->next;
    if (__builtin_expect(bytes > (size_t)(arena->end - taken), 0))
        return oc_arena_take_chunk(arena, bytes);
    arena->next = taken + bytes;
    return taken;
}

#endif
