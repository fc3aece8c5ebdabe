/* Memory for what a task knows of dependences: given back as a whole. */
#ifndef OMP_TASK_ARENA_H
#define OMP_TASK_ARENA_H

#include <stddef.h>

struct oc_arena_chunk;

struct oc_arena {
    struct oc_arena_chunk *chunks;
    size_t left;  /* bytes in the first of them */
    size_t bytes; /* in all */
};

/* Aligned as what malloc() gives; null: there is no memory. */
void *oc_arena_take(struct oc_arena *arena, size_t bytes);
void oc_arena_clear(struct oc_arena *arena);

#endif
