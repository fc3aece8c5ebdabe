/* The arguments by which a derived datatype was made (MPI 4.1, section 5.1.13). */
#ifndef MPI_TYPE_CONTENTS_H
#define MPI_TYPE_CONTENTS_H

#include "mpi/type/type.h"

struct oc_contents {
    int combiner;
    /* The number of arguments of each kind, in the order of the standard's tables. */
    int integers, addresses, counts, types;
    MPI_Count *count;
    MPI_Aint *address;
    struct oc_type **type; /* array of references */
    int integer[];
};

/* Allocates memory for arguments, whose number of each kind is given. The caller fills them in.
 * Returns null if there is no memory. */
struct oc_contents *oc_contents_new(int combiner, size_t integers, size_t addresses, size_t counts,
                                    size_t types);

/* The functions below append arguments. */
void oc_contents_add_integer(struct oc_contents *contents, int value);
void oc_contents_add_integers(struct oc_contents *contents, const int *values, size_t count);
void oc_contents_add_addresses(struct oc_contents *contents, const MPI_Aint *values, size_t count);
void oc_contents_add_counts(struct oc_contents *contents, const MPI_Count *values, size_t count);
void oc_contents_add_type(struct oc_contents *contents, struct oc_type *type);

/* Copies all arguments to the user's arrays; the user gets new handles of types. */
void oc_contents_give(const struct oc_contents *contents, int integers[], MPI_Aint addresses[],
                      MPI_Count counts[], MPI_Datatype datatypes[]);

/* Checks that the user's array, which has `have` entries, has at least `need` ones. */
int oc_check_contents_room(MPI_Count have, int need, const void *array);

/* Finds the arguments of a derived datatype; raises an error for other datatypes. */
int oc_check_contents(MPI_Datatype datatype, const struct oc_contents **contents);

/* Raises an error if the datatype was made by a function for large counts. The caller returns
 * arguments of type int, which cannot hold large counts. */
int oc_check_small(const struct oc_contents *contents, MPI_Datatype datatype);

/* The contents of every predefined datatype, which has no arguments. */
extern const struct oc_contents oc_contents_named;

/* `contents` may be null. */
void oc_contents_free(struct oc_contents *contents);

#endif
