#include <string.h>

#include "mpi/info/check.h"
#include "mpi/session/session.h"

/* On entry, *length is the number of bytes for which `name` has room. On return, it is the length
 * of the name with its null byte. */
int PMPI_Session_get_nth_pset(MPI_Session handle, MPI_Info info, int n, int *length, char *name) {
    struct oc_info *hints;
    struct oc_session *session = oc_enter_session("MPI_Session_get_nth_pset", handle);
    if (!session)
        return MPI_ERR_SESSION;
    int error = oc_check_info_or_null(&session->errors, info, &hints);
    if (error || (error = oc_check_result(&session->errors, length)) ||
        (*length > 0 && (error = oc_check_result(&session->errors, name))))
        return error;
    if (n < 0 || n >= OC_PSETS)
        return oc_raise(&session->errors, MPI_ERR_ARG, "process set # does not exist|0 to #", n,
                        OC_PSETS - 1);
    int needed = (int)strlen(oc_psets[n]) + 1, copied = *length < needed ? *length : needed;
    if (copied > 0) {
        memcpy(name, oc_psets[n], (size_t)copied - 1);
        name[copied - 1] = '\0';
    }
    *length = needed;
    return MPI_SUCCESS;
}
