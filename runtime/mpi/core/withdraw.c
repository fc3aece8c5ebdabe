/* Cancelling a receive that has not matched a message (MPI_Cancel). */
#include "mpi/core/match.h"
#include "mpi/core/posted.h"

bool oc_receive_withdraw(struct oc_request *receive) {
    for (struct oc_request **at = &oc_posted; *at; at = &(*at)->next) {
        if (*at != receive)
            continue;
        if (!(*at = receive->next))
            oc_posted_end = at;
        return true;
    }
    return false;
}
