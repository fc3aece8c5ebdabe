#include "mpi/comm/list.h"

#include <stdbool.h>
#include <stddef.h>

static struct oc_communicator *first;
struct oc_communicator *oc_communicators_ending;

void oc_communicator_enlist(struct oc_communicator *comm) {
    comm->next = first;
    first = comm;
}

/* Returns the pointer in the list that points to the communicator with this handle. If there is
 * none, returns the null pointer at the end of the list. */
static struct oc_communicator **link_to(MPI_Comm handle) {
    struct oc_communicator **at = &first;
    while (*at && (*at)->handle != handle)
        at = &(*at)->next;
    return at;
}

void oc_communicator_delist(struct oc_communicator *comm) {
    struct oc_communicator **at = link_to(comm->handle);
    if (*at)
        *at = comm->next;
}

/* Finds a communicator, and moves it to the front of the list, because the next look-up is often
 * for the same one. */
struct oc_communicator *oc_communicator_find_listed(MPI_Comm handle) {
    if (handle == MPI_COMM_WORLD)
        return &oc_comm_world;
    if (handle == MPI_COMM_SELF)
        return &oc_comm_self;
    struct oc_communicator **at = link_to(handle), *found = *at;
    if (found && at != &first) {
        *at = found->next;
        oc_communicator_enlist(found);
    }
    return found;
}

static bool has(const struct oc_communicator *comm, uint32_t context) {
    return context - comm->context < OC_CONTEXTS;
}

struct oc_communicator *oc_communicator_of_listed_context(uint32_t context) {
    if (has(&oc_comm_world, context))
        return &oc_comm_world;
    if (has(&oc_comm_self, context))
        return &oc_comm_self;
    for (struct oc_communicator *comm = first; comm; comm = comm->next) {
        if (has(comm, context))
            return comm;
        if (comm->local && has(comm->local, context))
            return comm->local;
    }
    struct oc_communicator *comm = oc_communicators_ending;
    while (comm && !has(comm, context))
        comm = comm->next;
    return comm;
}
