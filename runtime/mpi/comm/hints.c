#include "mpi/comm/hints.h"

#include <string.h>

#include "mpi/annotation/annotation.h"
#include "mpi/annotation/communicator.h"
#include "mpi/comm/participants.h"
#include "mpi/error/raise.h"
#include "mpi/info/check.h"

static bool is_hint(const char *key) {
    static const char *const known[] = {"mpi_assert_no_any_tag", "mpi_assert_no_any_source",
                                        "mpi_assert_exact_length", "mpi_assert_allow_overtaking",
                                        "mpi_assert_strict_persistent_collective_ordering"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(key, known[i]))
            return true;
    return oc_annotation_is_key(key);
}

int oc_check_hints(const struct oc_communicator *comm, MPI_Info handle, struct oc_info **hints) {
    int error = oc_check_info_or_null(comm, handle, hints);
    return error || !*hints ? error : oc_check_annotation(comm, *hints);
}

bool oc_hints_add(struct oc_communicator *comm, const struct oc_info *hints) {
    if (!comm->hints && !(comm->hints = oc_info_new()))
        return false;
    return oc_info_copy(comm->hints, hints, is_hint);
}

bool oc_hints_set(struct oc_communicator *comm, const struct oc_info *hints) {
    return oc_hints_add(comm, hints) && oc_annotation_apply(comm);
}

int oc_hints_agree(const struct oc_communicator *comm) {
    bool is_guaranteed = oc_annotation_hinted(comm) == OC_GUARANTEED;
    uint32_t words[2] = {is_guaranteed, !is_guaranteed};
    struct oc_participants participants = oc_participants_of(comm);
    int error = oc_participants_and(&participants, words, 2);
    if (error)
        return oc_raise(comm, error, "the ranks could not agree on hints", 0, 0);
    if (!words[0] && !words[1])
        return oc_raise(comm, MPI_ERR_INFO_VALUE,
                        "only some ranks guarantee the communicator|onchip_guaranteed at all of "
                        "them, or at none",
                        0, 0);
    return MPI_SUCCESS;
}
