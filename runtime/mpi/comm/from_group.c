#include "mpi/comm/from_group.h"

#include <string.h>

#include "mpi/error/check.h"
#include "mpi/error/errhandler.h"
#include "mpi/error/raise.h"

/* The FNV-1a hash of the string, folded into the range of tags. */
int oc_word_tag(const char *word) {
    uint32_t hash = 2166136261u;
    for (; *word; word++)
        hash = (hash ^ (unsigned char)*word) * 16777619u;
    return (int)((hash ^ hash >> 27) & OC_TAG_UB);
}

int oc_from_group_parent(MPI_Errhandler errhandler, struct oc_communicator *parent) {
    int error = oc_check_errhandler(NULL, errhandler);
    if (error)
        return error;
    *parent = (struct oc_communicator){.handle = MPI_COMM_NULL, .errhandler = MPI_ERRORS_ARE_FATAL};
    oc_errhandler_set(parent, errhandler);
    return MPI_SUCCESS;
}

int oc_check_from_group(const struct oc_communicator *parent, const char *word) {
    int error = oc_check_result(parent, word);
    if (!error && strlen(word) >= MPI_MAX_STRINGTAG_LEN)
        return oc_raise(parent, MPI_ERR_ARG, "the tag has # characters|at most #",
                        (long)strlen(word), MPI_MAX_STRINGTAG_LEN - 1);
    return error;
}
