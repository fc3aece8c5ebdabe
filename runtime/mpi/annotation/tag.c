/* Checks of messages whose tags contain an annotation. Everything else is checked as in a message
 * without an annotation. In programs without onchip_mpi.h, such tags are errors. */
#include "mpi/annotation/annotation.h"
#include "mpi/error/plain.h"
#include "mpi/error/raise.h"

/* A symbol to which onchip_mpi.h refers. The reference links this file and the transport's
 * functions for annotations. */
extern const char *const onchip_mpi_annotations;
const char *const onchip_mpi_annotations = &oc_transport_annotations;

static int wrong(const struct oc_communicator *comm, int tag) {
    if (oc_annotation_of_tag(tag) == OC_WRONG_LEVEL)
        return oc_raise(comm, MPI_ERR_TAG, "level # is out of range|0 to #",
                        (int)((unsigned)tag << 6) >> 6, HAL_PRIORITIES - 1);
    return oc_raise(comm, MPI_ERR_TAG, "a tag with an annotation is out of range|0 to #", OC_TAG_UB,
                    0);
}

int oc_check_annotated_message(struct oc_request *request, const struct oc_communicator *comm,
                               const struct oc_message *message, bool receive) {
    unsigned annotation = oc_annotation_of_tag(message->tag);
    unsigned scale = oc_plain_scale(message->type);
    struct oc_message bare = *message;
    if (annotation == OC_WRONG_LEVEL || annotation == OC_WRONG_TAG)
        return wrong(comm, message->tag);
    if (annotation <= OC_GUARANTEED)
        bare.tag &= OC_TAG_UB;
    int error = MPI_SUCCESS;
    if (oc_is_plain(comm, bare.buffer, bare.count, scale, bare.peer, bare.tag))
        oc_request_fill(request, comm, comm->context, bare.buffer,
                        oc_scaled((size_t)bare.count, scale), bare.peer, bare.tag);
    else
        error = oc_check_plain_message(request, comm, &bare, receive);
    /* In a receive, an annotation has no effect and is removed from the tag. */
    if (!receive && annotation) {
        request->tag = message->tag;
        oc_annotates |= OC_BY_PROGRAM;
    }
    return error;
}
