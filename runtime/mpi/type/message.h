/* Implementations of functions of core/derived.h, for handles whose types have been found and whose
 * buffers have been checked. */
#ifndef MPI_TYPE_MESSAGE_H
#define MPI_TYPE_MESSAGE_H

#include "mpi/core/derived.h"
#include "mpi/type/type.h"

/* The caller has set the length in bytes of `request` or `view`. */
int oc_type_attach(struct oc_request *request, size_t count, struct oc_type *type, bool receive);
int oc_type_view(struct oc_view *view, const struct oc_communicator *comm, const void *buffer,
                 size_t count, struct oc_type *type, int access);
void oc_type_close_view(struct oc_view *view);
int oc_type_reduce(const struct oc_op *op, const void *in, void *inout, size_t count, size_t bytes,
                   struct oc_type *type);

/* Each transport defines these functions in a file deliver.c. */
void oc_type_deliver(struct oc_request *receive, const struct oc_envelope *envelope,
                     const void *body);
int oc_type_detach(struct oc_request *request);

#endif
