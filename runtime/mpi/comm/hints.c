#include "mpi/comm/hints.h"

#include <string.h>

static bool is_hint(const char *key) {
    static const char *const known[] = {"mpi_assert_no_any_tag", "mpi_assert_no_any_source",
                                        "mpi_assert_exact_length", "mpi_assert_allow_overtaking",
                                        "mpi_assert_strict_persistent_collective_ordering"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(key, known[i]))
            return true;
    return false;
}

bool oc_hints_set(struct oc_communicator *comm, const struct oc_info *hints) {
    if (!comm->hints && !(comm->hints = oc_info_new()))
        return false;
    return oc_info_copy(comm->hints, hints, is_hint);
}
