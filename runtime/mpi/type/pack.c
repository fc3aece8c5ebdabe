#include "mpi/type/copy.h"

#define OC_PACKS true
#include "mpi/type/move.h"

void oc_type_pack(const struct oc_type *type, const void *buffer, size_t count, void *packed) {
    if (type->size && count)
        oc_move_elements(type, (char *)buffer, count, packed);
}
