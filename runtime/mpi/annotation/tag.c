/* Checks of messages whose tags contain an annotation. Everything else is checked as in a message
 * without an annotation. In programs without onchip_mpi.h, such tags are errors. */
#include <limits.h>

#include "mpi/annotation/annotation.h"
#include "mpi/error/raise.h"
#include "mpi/transport/transport.h"

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

/* A send with an annotation in its tag has its rank plus INT_MIN as its peer between its check and
 * its start. Sends without one, which have a rank there, pay for no other test. */
static bool is_rank_of_annotated(int peer) {
    return peer < INT_MIN / 2;
}

int oc_check_high_tag(struct oc_request *request, const struct oc_communicator *comm,
                      const struct oc_message *message, bool receive) {
    unsigned annotation = oc_annotation_of_tag(message->tag);
    struct oc_message bare = *message;
    if (annotation == OC_WRONG_LEVEL || annotation == OC_WRONG_TAG)
        return wrong(comm, message->tag);
    bare.tag &= OC_TAG_UB;
    if (annotation > OC_GUARANTEED)
        return oc_raise(comm, MPI_ERR_TAG, "tag #|0 to #, or to receive MPI_ANY_TAG", message->tag,
                        OC_TAG_UB);
    int error = oc_check_message(request, comm, &bare, receive);
    /* In a receive, an annotation has no effect and is removed from the tag. */
    if (!receive && !error) {
        request->tag = message->tag;
        if (request->peer >= 0)
            request->peer += INT_MIN;
    }
    return error;
}

void oc_send_with_annotation(struct oc_request *send, bool synchronous) {
    if (!is_rank_of_annotated(send->peer)) {
        oc_send_to_nobody(send, synchronous);
        return;
    }
    send->peer -= INT_MIN;
    oc_transport_send_marked(send, synchronous);
}
