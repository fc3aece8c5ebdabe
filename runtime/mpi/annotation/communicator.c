#include "mpi/annotation/communicator.h"
#include "link/variant.h"

#include <string.h>

#include "mpi/annotation/annotation.h"
#include "mpi/collective/barrier.h"
#include "mpi/error/raise.h"

/* These unused pointers make the linker include the transport's functions for annotations. */
static const char *const transports[]
    __attribute__((used)) = {&oc_transport_annotations, &oc_collective_annotations};

/* Null in programs without barriers. */
extern __typeof__(oc_barrier_free) oc_barrier_free OC_OPTIONAL;
/* Null in programs without nonblocking collectives. */
extern void oc_order_drain(const struct oc_communicator *comm) OC_OPTIONAL;

static const char priority[] = "onchip_priority", guaranteed[] = "onchip_guaranteed";

bool oc_annotation_is_key(const char *key) {
    return !strcmp(key, priority) || !strcmp(key, guaranteed);
}

/* The priority level in a hint, or a negative number if the hint is invalid. */
static int level_of(const char *value) {
    return value[0] >= '0' && value[0] < '0' + HAL_PRIORITIES && !value[1] ? value[0] - '0' : -1;
}

int oc_check_annotation(const struct oc_communicator *comm, const struct oc_info *hints) {
    const struct oc_pair *pair = oc_info_pair(hints, priority);
    if (pair && level_of(pair->value) < 0 && strcmp(pair->value, "none"))
        return oc_raise(comm, MPI_ERR_INFO_VALUE,
                        "onchip_priority is not a level|\"0\" to \"#\", or \"none\"",
                        HAL_PRIORITIES - 1, 0);
    pair = oc_info_pair(hints, guaranteed);
    if (pair && strcmp(pair->value, "true") && strcmp(pair->value, "false"))
        return oc_raise(comm, MPI_ERR_INFO_VALUE,
                        "onchip_guaranteed is neither true nor false|\"true\" or \"false\"", 0, 0);
    return MPI_SUCCESS;
}

int oc_annotation_hinted(const struct oc_communicator *comm) {
    const struct oc_info *hints = comm->hints;
    if (!hints)
        return OC_UNANNOTATED;
    const struct oc_pair *pair = oc_info_pair(hints, guaranteed);
    if (pair && !strcmp(pair->value, "true"))
        return OC_GUARANTEED;
    pair = oc_info_pair(hints, priority);
    return pair ? level_of(pair->value) + 1 : OC_UNANNOTATED;
}

static void annotate(struct oc_communicator *comm, int annotation) {
    bool was = oc_annotation_of(comm) == OC_GUARANTEED, is = annotation == OC_GUARANTEED;
    comm->hints->annotation = annotation;
    if (annotation)
        oc_annotates |= OC_BY_COMMUNICATOR;
    /* An annotated MPI_COMM_WORLD must not take the fast paths for MPI_COMM_WORLD. */
    if (comm == &oc_comm_world)
        oc_process.world = annotation ? OC_NO_WORLD : MPI_COMM_WORLD;
    if (was == is)
        return;
    if (oc_order_drain)
        oc_order_drain(comm);
    if (comm->barrier)
        oc_barrier_free(comm);
    comm->barrier = NULL;
}

bool oc_annotation_apply(struct oc_communicator *comm) {
    int annotation = oc_annotation_hinted(comm);
    struct oc_communicator *local = comm->local;
    if (local && !local->hints && !(local->hints = oc_info_new()))
        return false;
    annotate(comm, annotation);
    if (local)
        annotate(local, annotation);
    return true;
}
