/* Walking over the data of derived datatypes, in the order of their type maps. */
#ifndef MPI_TYPE_WALK_H
#define MPI_TYPE_WALK_H

#include "mpi/type/type.h"

/* `count` blocks of `bytes` each, `stride` bytes from the beginning of one to that of the next. */
struct oc_run {
    char *at;
    size_t bytes;
    MPI_Aint stride;
    size_t count;
};

/* What is done with a run; false ends the walk. */
typedef bool oc_visit(void *context, const struct oc_run *run);

/* Visits the data of `count` elements at `base`. False: a visit was the last one. */
bool oc_type_walk(const struct oc_type *type, char *base, size_t count, oc_visit *visit,
                  void *context);

/* What is done with `count` elements in a row of a predefined datatype that is no pair. */
typedef bool oc_visit_elements(void *context, const struct oc_type *named, char *at, size_t count);

/* Visits the data of `count` elements at `base`, as elements of predefined datatypes. False: a
 * visit was the last one. */
bool oc_type_walk_elements(const struct oc_type *type, char *base, size_t count,
                           oc_visit_elements *visit, void *context);

#endif
