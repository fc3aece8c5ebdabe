/* Counts references to types. Types, and the arguments by which they were made, refer to other
 * types. */
#include <stdlib.h>

#include "mpi/type/contents.h"
#include "mpi/type/slot.h"
#include "mpi/type/type.h"

struct oc_type *oc_type_retain(struct oc_type *type) {
    type->references++;
    return type;
}

void oc_type_release(struct oc_type *type) {
    if (--type->references)
        return;
    for (size_t i = 0; i < type->parts; i++)
        oc_type_release(type->part[i].of);
    if (type->handle)
        oc_slot_free(type->handle);
    oc_contents_free(type->contents);
    free(type->name);
    free(type);
}

void oc_contents_free(struct oc_contents *contents) {
    if (!contents)
        return;
    for (int i = 0; i < contents->types; i++)
        oc_type_release(contents->type[i]);
    free(contents);
}
