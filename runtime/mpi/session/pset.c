#include <strings.h>

#include "mpi/error/raise.h"
#include "mpi/session/session.h"

const char *const oc_psets[OC_PSETS] = {"mpi://WORLD", "mpi://SELF"};

/* The names are URIs, whose scheme and host are not case-sensitive (RFC 3986, section 3). */
struct oc_group *oc_pset_group(const struct oc_session *session, const char *name) {
    if (name && !strcasecmp(name, oc_psets[0]))
        return oc_group_hold(oc_group_world());
    if (name && !strcasecmp(name, oc_psets[1]))
        return oc_group_hold(&oc_group_self);
    oc_raise(&session->errors, MPI_ERR_ARG, "no such process set|mpi://WORLD or mpi://SELF", 0, 0);
    return NULL;
}
