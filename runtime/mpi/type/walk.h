/* Walks over the data of derived datatypes, in the order of their type maps. */
#ifndef MPI_TYPE_WALK_H
#define MPI_TYPE_WALK_H

#include "mpi/type/type.h"

/* A run: `count` blocks of `bytes` bytes each. The distance between their beginnings is `stride`
 * bytes. */
struct oc_run {
    char *at;
    size_t bytes;
    MPI_Aint stride;
    size_t count;
};

/* Called for each run of blocks; returns false to end the walk. */
typedef bool oc_visit(void *context, const struct oc_run *run);

/* Walks over the data of `count` elements at `base`. Returns false if a visit has ended the
 * walk. */
bool oc_type_walk(const struct oc_type *type, char *base, size_t count, oc_visit *visit,
                  void *context);

/* Called for `count` consecutive elements of a predefined datatype that is not a pair; returns
 * false to end the walk. */
typedef bool oc_visit_elements(void *context, const struct oc_type *named, char *at, size_t count);

/* Walks over the data of `count` elements at `base`, element by element of the predefined
 * datatypes. Returns false if a visit has ended the walk. */
bool oc_type_walk_elements(const struct oc_type *type, char *base, size_t count,
                           oc_visit_elements *visit, void *context);

#endif
