/* A model of datatypes: type maps written out (MPI 4.1, section 5.1), and random datatypes together
 * with their type maps. The model is deliberately simple: it computes every displacement
 * separately. */
#ifndef TYPEMAP_H
#define TYPEMAP_H

#include "check.h"

#define MAP_ENTRIES 192 /* the most predefined datatypes in a map */

struct entry {
    MPI_Aint at;
    int bytes, align;
};

struct map {
    int entries;
    struct entry entry[MAP_ENTRIES];
    int marked;      /* whether markers define the bounds */
    MPI_Aint lb, ub; /* bounds from markers; in a finished map, the bounds of the datatype */
    MPI_Aint true_lb, true_ub;
    int size;
    int too_large; /* the map exceeds what this model can hold */
};

/* Adds the entries of `old`, displaced by `at`. */
static inline void map_add(struct map *map, const struct map *old, MPI_Aint at) {
    if (map->too_large || map->entries + old->entries > MAP_ENTRIES) {
        map->too_large = 1;
        return;
    }
    for (int i = 0; i < old->entries; i++) {
        struct entry entry = old->entry[i];
        entry.at += at;
        map->entry[map->entries++] = entry;
    }
    if (!old->marked)
        return;
    if (!map->marked || old->lb + at < map->lb)
        map->lb = old->lb + at;
    if (!map->marked || old->ub + at > map->ub)
        map->ub = old->ub + at;
    map->marked = 1;
}

/* Adds `count` elements to a type map. Neighbouring elements are one extent apart. */
static inline void map_add_block(struct map *map, const struct map *old, int count, MPI_Aint at) {
    for (int i = 0; i < count && !map->too_large; i++)
        map_add(map, old, at + i * (old->ub - old->lb));
}

/* Computes bounds and size from the entries. */
static inline void map_finish(struct map *map) {
    int align = 1;
    map->size = 0;
    map->true_lb = map->true_ub = 0;
    for (int i = 0; i < map->entries; i++) {
        struct entry entry = map->entry[i];
        if (i == 0 || entry.at < map->true_lb)
            map->true_lb = entry.at;
        if (i == 0 || entry.at + entry.bytes > map->true_ub)
            map->true_ub = entry.at + entry.bytes;
        if (entry.align > align)
            align = entry.align;
        map->size += entry.bytes;
    }
    if (!map->marked) {
        MPI_Aint extent = map->true_ub - map->true_lb;
        while (extent % align)
            extent++;
        map->lb = map->true_lb;
        map->ub = map->lb + extent;
    }
}

/* Whether two entries overlap in `count` elements. */
static inline int map_overlaps(const struct map *map, int count) {
    MPI_Aint extent = map->ub - map->lb;
    for (int i = 0; i < count * map->entries; i++)
        for (int j = 0; j < i; j++) {
            struct entry a = map->entry[i % map->entries], b = map->entry[j % map->entries];
            MPI_Aint from = a.at + i / map->entries * extent, to = b.at + j / map->entries * extent;
            if (from < to + b.bytes && to < from + a.bytes)
                return 1;
        }
    return 0;
}

/* Packs and unpacks `bytes` bytes, one at a time. */
static inline void map_copy(const struct map *map, char *data, char *packed, int bytes,
                            int to_data) {
    MPI_Aint extent = map->ub - map->lb;
    for (int done = 0, element = 0; done < bytes; element++)
        for (int i = 0; i < map->entries; i++)
            for (int j = 0; j < map->entry[i].bytes && done < bytes; j++, done++) {
                char *at = data + element * extent + map->entry[i].at + j;
                if (to_data)
                    *at = packed[done];
                else
                    packed[done] = *at;
            }
}

/* ---- Random datatypes ---- */

static uint32_t dice; /* the state of the random numbers */

static inline int random_below(int n) {
    return (int)(random_next(&dice) % (uint32_t)n);
}

static inline int random_between(int low, int high) {
    return low + random_below(high - low + 1);
}

static inline MPI_Datatype random_named(struct map *map) {
#define NAMED(HANDLE, TYPE)                                                                        \
    { HANDLE, sizeof(TYPE), _Alignof(TYPE) }
    static const struct {
        MPI_Datatype handle;
        int bytes, align;
    } named[] = {
        NAMED(MPI_CHAR, char),         NAMED(MPI_SHORT, short), NAMED(MPI_INT, int),
        NAMED(MPI_DOUBLE, double),     NAMED(MPI_FLOAT, float), NAMED(MPI_BYTE, char),
        NAMED(MPI_INT64_T, long long), NAMED(MPI_LONG, long),   NAMED(MPI_LONG_DOUBLE, long double),
    };
    int i = random_below(sizeof named / sizeof *named);
    map->entries = 1;
    map->entry[0] = (struct entry){0, named[i].bytes, named[i].align};
    return named[i].handle;
}

/* Lengths and displacements of random blocks; the unit of displacements is `unit` bytes. Most
 * blocks are in order and do not touch each other, as in real datatypes. Some go backwards or
 * are empty. */
#define BLOCKS 5
struct random_blocks {
    int count, lengths[BLOCKS], at[BLOCKS];
    MPI_Aint bytes[BLOCKS];
};

static inline struct random_blocks random_blocks(int same_length, MPI_Aint unit) {
    struct random_blocks blocks = {.count = random_below(BLOCKS)};
    int wild = random_below(4) == 0, at = wild ? random_between(-3, 3) : 0;
    for (int i = 0; i < blocks.count; i++) {
        blocks.lengths[i] = same_length && i ? blocks.lengths[0] : random_below(4);
        blocks.at[i] = at;
        blocks.bytes[i] = at * unit + (wild ? random_between(-2, 2) : 0);
        at = wild ? random_between(-9, 9) : at + blocks.lengths[i] + random_below(3);
    }
    return blocks;
}

static MPI_Datatype random_type(struct map *map, int depth);

/* Applies one of the constructors to an old type that is given with its map. */
static inline MPI_Datatype construct(struct map *map, MPI_Datatype old, const struct map *o) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Aint extent = o->ub - o->lb, unit = extent ? extent : 4;
    int count = random_below(4), length = random_below(4), stride = random_between(-1, 6);
    struct random_blocks blocks;
    switch (random_below(11)) {
    case 0:
        MPI_Type_contiguous(count, old, &made);
        map_add_block(map, o, count, 0);
        break;
    case 1:
        MPI_Type_vector(count, length, stride, old, &made);
        for (int i = 0; i < count; i++)
            map_add_block(map, o, length, i * stride * extent);
        break;
    case 2:
        MPI_Type_create_hvector(count, length, stride * unit + 1, old, &made);
        for (int i = 0; i < count; i++)
            map_add_block(map, o, length, i * (stride * unit + 1));
        break;
    case 3:
        blocks = random_blocks(0, extent);
        MPI_Type_indexed(blocks.count, blocks.lengths, blocks.at, old, &made);
        for (int i = 0; i < blocks.count; i++)
            map_add_block(map, o, blocks.lengths[i], blocks.at[i] * extent);
        break;
    case 4:
        blocks = random_blocks(0, unit);
        MPI_Type_create_hindexed(blocks.count, blocks.lengths, blocks.bytes, old, &made);
        for (int i = 0; i < blocks.count; i++)
            map_add_block(map, o, blocks.lengths[i], blocks.bytes[i]);
        break;
    case 5:
        blocks = random_blocks(1, extent);
        MPI_Type_create_indexed_block(blocks.count, blocks.lengths[0], blocks.at, old, &made);
        for (int i = 0; i < blocks.count; i++)
            map_add_block(map, o, blocks.lengths[0], blocks.at[i] * extent);
        break;
    case 6:
        blocks = random_blocks(1, unit);
        MPI_Type_create_hindexed_block(blocks.count, blocks.lengths[0], blocks.bytes, old, &made);
        for (int i = 0; i < blocks.count; i++)
            map_add_block(map, o, blocks.lengths[0], blocks.bytes[i]);
        break;
    case 7: {
        MPI_Aint lb = o->lb + random_between(-9, 9), new_extent = extent + random_between(0, 9);
        MPI_Type_create_resized(old, lb, new_extent, &made);
        map_add(map, o, 0);
        map->marked = 1;
        map->lb = lb;
        map->ub = lb + new_extent;
        break;
    }
    case 8:
        MPI_Type_dup(old, &made);
        map_add(map, o, 0);
        break;
    case 9: {
        int sizes[3], subsizes[3], starts[3], c = random_below(2);
        for (int i = 0; i < 3; i++) {
            sizes[i] = random_between(1, 4);
            subsizes[i] = random_between(1, sizes[i]);
            starts[i] = random_below(sizes[i] - subsizes[i] + 1);
        }
        MPI_Type_create_subarray(3, sizes, subsizes, starts, c ? MPI_ORDER_C : MPI_ORDER_FORTRAN,
                                 old, &made);
        int slow = c ? 0 : 2, fast = 2 - slow;
        for (int i = starts[slow]; i < starts[slow] + subsizes[slow]; i++)
            for (int j = starts[1]; j < starts[1] + subsizes[1]; j++)
                for (int k = starts[fast]; k < starts[fast] + subsizes[fast]; k++)
                    map_add(map, o, ((i * sizes[1] + j) * sizes[fast] + k) * extent);
        map->marked = 1;
        map->lb = 0;
        map->ub = sizes[0] * sizes[1] * sizes[2] * extent;
        break;
    }
    default: {
        static struct map second;
        MPI_Datatype types[2] = {old, random_named(&second)};
        second.marked = 0;
        map_finish(&second);
        blocks = random_blocks(0, unit);
        int n = blocks.count < 2 ? blocks.count : 2;
        MPI_Type_create_struct(n, blocks.lengths, blocks.bytes, types, &made);
        for (int i = 0; i < n; i++)
            map_add_block(map, i ? &second : o, blocks.lengths[i], blocks.bytes[i]);
        break;
    }
    }
    return made;
}

/* A datatype of at most `depth` nested constructors, and its map; not committed. */
static MPI_Datatype random_type(struct map *map, int depth) {
    memset(map, 0, sizeof *map);
    if (depth == 0) {
        MPI_Datatype named = random_named(map);
        map_finish(map);
        return named;
    }
    struct map *old_map = malloc(sizeof *old_map);
    MPI_Datatype old = random_type(old_map, depth - 1);
    MPI_Datatype made = construct(map, old, old_map);
    map->too_large |= old_map->too_large;
    map_finish(map);
    /* Datatypes made of the freed one remain valid. */
    if (depth > 1)
        MPI_Type_free(&old);
    free(old_map);
    return made;
}

#endif
