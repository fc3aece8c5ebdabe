/* The arguments that a derived datatype was made with (MPI 4.1, section 5.1.13). */
#ifndef MPI_TYPE_CONTENTS_H
#define MPI_TYPE_CONTENTS_H

#include "mpi/type/type.h"

struct oc_contents {
    int combiner;
    /* How many there are, in the order of the standard's tables. */
    int integers, addresses, counts, types;
    MPI_Count *count;
    MPI_Aint *address;
    struct oc_type **type; /* each is a reference */
    int integer[];
};

/* Room for so many arguments, none of which is there yet; null: no memory. */
struct oc_contents *oc_contents_new(int combiner, size_t integers, size_t addresses, size_t counts,
                                    size_t types);

/* Each adds to the end. */
void oc_contents_add_integer(struct oc_contents *contents, int value);
void oc_contents_add_integers(struct oc_contents *contents, const int *values, size_t count);
void oc_contents_add_addresses(struct oc_contents *contents, const MPI_Aint *values, size_t count);
void oc_contents_add_counts(struct oc_contents *contents, const MPI_Count *values, size_t count);
void oc_contents_add_type(struct oc_contents *contents, struct oc_type *type);

/* Copies them all; types get handles for the user. */
void oc_contents_give(const struct oc_contents *contents, int integers[], MPI_Aint addresses[],
                      MPI_Count counts[], MPI_Datatype datatypes[]);

/* Room for `have` of something of which there are `need`. */
int oc_check_contents_room(MPI_Count have, int need, const void *array);

/* The arguments of a derived datatype; raises an error for others. */
int oc_check_contents(MPI_Datatype datatype, const struct oc_contents **contents);

/* For functions that know of no large counts: that there are none. */
int oc_check_small(const struct oc_contents *contents, MPI_Datatype datatype);

/* What there is of a predefined datatype. */
extern const struct oc_contents oc_contents_named;

/* Null is allowed. */
void oc_contents_free(struct oc_contents *contents);

#endif
