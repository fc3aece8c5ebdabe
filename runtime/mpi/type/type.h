/* Derived datatypes: their layout, their handles, and the arguments that they were made with.
 *
 * A layout is a tree. A type is a list of parts in the order of its type map; a part is a number of
 * equally spaced rows of a simpler type; the leaves are predefined datatypes. Every constructor of
 * the standard comes down to parts. What a walk over data needs is worked out at construction:
 * whole subtrees without gaps are one block (`dense`). */
#ifndef MPI_TYPE_TYPE_H
#define MPI_TYPE_TYPE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

struct oc_type;
struct oc_attribute;
struct oc_contents;

/* For i < rows and j < length, an element of `of` at `at` + i * `stride` + j * extent of `of`;
 * displacements in bytes. Parts of a type that is finished have at least one byte of data. */
struct oc_part {
    MPI_Aint at;
    MPI_Aint stride;
    size_t rows;
    size_t length;
    struct oc_type *of;
};

struct oc_type {
    MPI_Datatype handle; /* null: the user has never had one */
    unsigned handles;    /* that the user has and has not freed */
    unsigned holds;      /* of collectives, which know it by its handle */
    unsigned references; /* all those, types made of this one, messages under way */
    bool committed;
    bool dense;         /* the data are one block, in the order of the type map, at true_lb */
    bool marked;        /* lb and ub were set by the user (lb_marker, ub_marker; MPI 4.1, 5.1.6) */
    size_t align;       /* strictest alignment of a predefined datatype in it, in bytes */
    MPI_Count size;     /* bytes of data */
    MPI_Count elements; /* predefined datatypes in it; those with an index count as two */
    MPI_Count blocks;   /* of data without gaps, as they are found: neighbours may touch */
    MPI_Count lb, ub, true_lb, true_ub;
    struct oc_contents *contents; /* null: predefined */
    struct oc_type *next;         /* in the list of predefined ones, or of Fortran's kinds */
    MPI_Datatype stands_for;      /* of one of Fortran's kinds: the predefined one */
    char *name;                   /* null: the user has given none */
    struct oc_attribute *attributes;
    size_t parts; /* 0: predefined, or empty */
    struct oc_part part[];
};

static inline MPI_Count oc_type_extent(const struct oc_type *type) {
    return type->ub - type->lb;
}

static inline bool oc_type_is_predefined(const struct oc_type *type) {
    return type->handle && !type->contents;
}

/* Whether `count` elements in a row are one block of count * size bytes at true_lb. */
static inline bool oc_type_is_block(const struct oc_type *type, MPI_Count count) {
    return type->dense && (count <= 1 || oc_type_extent(type) == type->size);
}

/* ---- Handles (handle.c) ---- */

/* The type of a handle, predefined ones included; null if there is none, or no memory for the
 * layout of a predefined one. The caller owns no reference. */
struct oc_type *oc_type_find(MPI_Datatype handle);

/* The type of a predefined handle (named.c); the same every time. Null as above. */
struct oc_type *oc_type_named(MPI_Datatype handle);

/* The pair of two predefined datatypes, or MPI_DATATYPE_NULL. */
MPI_Datatype oc_named_pair(MPI_Datatype value, MPI_Datatype index);

/* Whether an element of a predefined datatype is two numbers. */
bool oc_named_is_complex(MPI_Datatype handle);

/* Gives a type a handle that the user will free. False: no memory, or too many types. */
bool oc_type_publish(struct oc_type *type);

/* The user has freed a handle. */
void oc_type_unpublish(struct oc_type *type);

/* A reference more, a reference less (reference.c): the last one frees the type. Predefined ones
 * stay. */
struct oc_type *oc_type_retain(struct oc_type *type);
void oc_type_release(struct oc_type *type);

/* ---- Construction (layout.c) ---- */

/* A type with room for `parts` parts, which the caller fills in; null: no memory. */
struct oc_type *oc_type_new(size_t parts);

/* Works out everything else from the parts, takes references to what they are made of, and leaves
 * out parts without data. False: bounds or size are beyond 64 bits; the type is gone then. */
bool oc_type_finish(struct oc_type *type);

/* A type of one part, finished; null: no memory or beyond 64 bits. */
struct oc_type *oc_type_of_part(struct oc_part part);

/* A type with the same data as `old`: with the given bounds, or, without `marked`, with those of
 * `old`. */
struct oc_type *oc_type_copy(const struct oc_type *old, bool marked, MPI_Count lb, MPI_Count ub);

#endif
