#include "mpi/type/contents.h"

#include <stdlib.h>
#include <string.h>

/* Allocates the arguments in one block of memory: first the integers, then counts, addresses and
 * types, each aligned. */
struct oc_contents *oc_contents_new(int combiner, size_t integers, size_t addresses, size_t counts,
                                    size_t types) {
    size_t head = sizeof(struct oc_contents) + integers * sizeof(int);
    head = (head + sizeof(MPI_Count) - 1) / sizeof(MPI_Count) * sizeof(MPI_Count);
    size_t middle = head + counts * sizeof(MPI_Count);
    size_t tail = middle + addresses * sizeof(MPI_Aint);
    struct oc_contents *contents = malloc(tail + types * sizeof(struct oc_type *));
    if (!contents)
        return NULL;
    contents->combiner = combiner;
    contents->integers = contents->addresses = contents->counts = contents->types = 0;
    contents->count = (MPI_Count *)((char *)contents + head);
    contents->address = (MPI_Aint *)((char *)contents + middle);
    contents->type = (struct oc_type **)((char *)contents + tail);
    return contents;
}

void oc_contents_add_integer(struct oc_contents *contents, int value) {
    contents->integer[contents->integers++] = value;
}

void oc_contents_add_integers(struct oc_contents *contents, const int *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        oc_contents_add_integer(contents, values[i]);
}

void oc_contents_add_addresses(struct oc_contents *contents, const MPI_Aint *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        contents->address[contents->addresses++] = values[i];
}

void oc_contents_add_counts(struct oc_contents *contents, const MPI_Count *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        contents->count[contents->counts++] = values[i];
}

void oc_contents_add_type(struct oc_contents *contents, struct oc_type *type) {
    contents->type[contents->types++] = oc_type_retain(type);
}
