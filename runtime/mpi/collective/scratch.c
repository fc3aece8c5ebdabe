#include "mpi/collective/scratch.h"

#include <stdlib.h>

bool oc_scratch_take(struct oc_scratch *scratch, size_t bytes) {
    scratch->data = bytes <= sizeof scratch->small ? scratch->small : malloc(bytes);
    return scratch->data;
}

void oc_scratch_free(struct oc_scratch *scratch) {
    if (scratch->data != scratch->small)
        free(scratch->data);
}
