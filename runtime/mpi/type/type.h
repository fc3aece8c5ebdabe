/* Derived datatypes: their layout, their handles, and the arguments by which they were made.
 *
 * A layout is a tree. A type is a list of parts in the order of its type map. A part is a number of
 * equally spaced rows of elements of a simpler type. The leaves are predefined datatypes. All
 * constructors of the standard make such parts. The construction computes what a walk over data
 * needs. In particular, it marks subtrees whose data are contiguous (`dense`). */
#ifndef MPI_TYPE_TYPE_H
#define MPI_TYPE_TYPE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

struct oc_type;
struct oc_attribute;
struct oc_contents;

/* The largest length in bytes of blocks that are copied by loads and stores in a loop instead of
 * memcpy(), if they are aligned words. */
#define OC_FEW_BYTES 64

/* A part contains rows * length elements of the type `of`. Element j of row i is at the
 * displacement `at` + i * `stride` + j * (extent of `of`), in bytes. In a finished type, every part
 * has at least one byte of data. */
struct oc_part {
    MPI_Aint at;
    MPI_Aint stride;
    size_t rows;
    size_t length;
    struct oc_type *of;
    /* Set in a finished type. If each row is contiguous, `bytes` is the length of a row in bytes,
     * and `first` is the displacement of the data of the first row. Otherwise `bytes` is 0. */
    size_t bytes;
    MPI_Aint first;
};

struct oc_type {
    MPI_Datatype handle; /* null if the user has never had one */
    unsigned handles;    /* number of the user's handles that have not been freed */
    unsigned holds;      /* number of references by collectives, which use the handle */
    /* The number of all references: handles, holds, and references by types made of this one and by
     * messages in flight. */
    unsigned references;
    bool committed;
    /* The data are contiguous from true_lb on, in the order of the type map. */
    bool dense;
    /* The user has set lb and ub (lb_marker, ub_marker; MPI 4.1, section 5.1.6). */
    bool marked;
    size_t align;   /* strictest alignment of the predefined elements, in bytes */
    MPI_Count size; /* bytes of data */
    /* The number of predefined elements; a pair counts as two. */
    MPI_Count elements;
    /* The number of contiguous blocks that the construction has found. Two neighbouring ones may be
     * contiguous with each other. */
    MPI_Count blocks;
    /* The block length in bytes, if the type has several parts that are blocks of one length, of a
     * few aligned words each. MPI_Type_create_indexed_block makes such types. For other types,
     * `list` is 0. */
    size_t list;
    MPI_Count lb, ub, true_lb, true_ub;
    struct oc_contents *contents; /* null: predefined */
    /* The next type in the list of predefined types, or in that of types for Fortran's kinds. */
    struct oc_type *next;
    /* For a datatype for one of Fortran's kinds, the predefined datatype of which it is a copy. */
    MPI_Datatype stands_for;
    char *name; /* null if the user has given none */
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

/* Whether the data of `count` consecutive elements are contiguous: count * size bytes at
 * true_lb. */
static inline bool oc_type_is_block(const struct oc_type *type, MPI_Count count) {
    return type->dense && (count <= 1 || oc_type_extent(type) == type->size);
}

/* ---- Handles (handle.c) ---- */

/* The type that a handle names; the handle may be predefined. Returns null if there is no such
 * type, or if there is no memory for the layout of a predefined one. The caller gets no
 * reference. */
struct oc_type *oc_type_find(MPI_Datatype handle);

/* The type that a predefined handle names (named.c); every call returns the same object. Returns
 * null if there is no such type, or if there is no memory for its layout. */
struct oc_type *oc_type_named(MPI_Datatype handle);

/* The pair type whose value and index have these predefined datatypes, or MPI_DATATYPE_NULL. */
MPI_Datatype oc_named_pair(MPI_Datatype value, MPI_Datatype index);

/* Whether a predefined datatype is complex, so that an element is two numbers. */
bool oc_named_is_complex(MPI_Datatype handle);

/* Gives a type a handle that the user will free. Returns false if there is no memory or there are
 * too many types. */
bool oc_type_publish(struct oc_type *type);

/* Called when the user has freed a handle. */
void oc_type_unpublish(struct oc_type *type);

/* Add and drop a reference (reference.c). A type is freed with its last reference; predefined types
 * are never freed. */
struct oc_type *oc_type_retain(struct oc_type *type);
void oc_type_release(struct oc_type *type);

/* ---- Construction (layout.c) ---- */

/* Makes a type with memory for `parts` parts, which the caller fills in. Returns null if there is
 * no memory. */
struct oc_type *oc_type_new(size_t parts);

/* Computes all other members of a type from its parts, adds references to the types in these parts,
 * and removes parts without data. If bounds or size exceed 64 bits, frees the type and returns
 * false. */
bool oc_type_finish(struct oc_type *type);

/* Makes a finished type with a single part. Returns null if there is no memory, or if bounds or
 * size exceed 64 bits. */
struct oc_type *oc_type_of_part(struct oc_part part);

/* Makes a type with the data of `old` and the bounds `lb` and `ub`. `marked` says whether the user
 * has set these bounds. */
struct oc_type *oc_type_copy(const struct oc_type *old, bool marked, MPI_Count lb, MPI_Count ub);

#endif
