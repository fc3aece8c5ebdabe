#include "mpi/type/copy.h"
#include "mpi/type/run.h"

static bool pack_run(void *context, const struct oc_run *run) {
    char **packed = context;
    oc_run_pack(run, *packed);
    *packed += run->bytes * run->count;
    return true;
}

void oc_type_pack(const struct oc_type *type, const void *buffer, size_t count, void *packed) {
    char *to = packed;
    oc_type_walk(type, (char *)buffer, count, pack_run, &to);
}
