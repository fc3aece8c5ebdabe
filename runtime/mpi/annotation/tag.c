/* Tags with annotations are checked here before they come to the check of all messages. */
#include "mpi/annotation/annotation.h"
#include "mpi/error/raise.h"

const char onchip_mpi_annotations;

/* Links what the transport does otherwise. */
static const char *const transport __attribute__((used)) = &oc_transport_annotations;

int oc_check_message(struct oc_request *request, const struct oc_communicator *comm,
                     const struct oc_message *message, bool receive) {
    unsigned annotation = oc_annotation_of_tag(message->tag);
    struct oc_message bare = *message;
    if (annotation == OC_WRONG_LEVEL)
        return oc_raise(comm, MPI_ERR_TAG, "level # is out of range|0 to #",
                        (int)((unsigned)message->tag << 6) >> 6, HAL_PRIORITIES - 1);
    if (annotation == OC_WRONG_TAG)
        return oc_raise(comm, MPI_ERR_TAG, "a tag with an annotation is out of range|0 to #",
                        OC_TAG_UB, 0);
    if (annotation <= OC_GUARANTEED)
        bare.tag &= OC_TAG_UB;
    int error = oc_check_plain_message(request, comm, &bare, receive);
    /* A receive's has no meaning. */
    if (!error && !receive)
        request->tag = message->tag;
    return error;
}

int oc_annotation_take(struct oc_request *send) {
    unsigned annotation = oc_annotation_of_tag(send->tag);
    send->tag &= OC_TAG_UB;
    return (int)annotation;
}
