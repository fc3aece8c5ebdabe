/* The arguments that a derived datatype was made with (MPI 4.1, section 5.1.13). */
#ifndef MPI_TYPE_CONTENTS_H
#define MPI_TYPE_CONTENTS_H

#include "mpi/type/type.h"

struct oc_contents {
    int combiner;
    int integers, addresses, types; /* how many there are, in the order of the standard's tables */
    MPI_Aint *address;
    struct oc_type **type; /* each is a reference */
    int integer[];
};

/* Room for so many arguments, none of which is there yet; null: no memory. */
struct oc_contents *oc_contents_new(int combiner, size_t integers, size_t addresses, size_t types);

/* Each adds to the end. */
void oc_contents_add_integer(struct oc_contents *contents, int value);
void oc_contents_add_integers(struct oc_contents *contents, const int *values, size_t count);
void oc_contents_add_addresses(struct oc_contents *contents, const MPI_Aint *values, size_t count);
void oc_contents_add_type(struct oc_contents *contents, struct oc_type *type);

/* Null is allowed. */
void oc_contents_free(struct oc_contents *contents);

#endif
