/* The functions of core/derived.h, for types whose handle has been found and whose buffer has been
 * checked. */
#ifndef MPI_TYPE_MESSAGE_H
#define MPI_TYPE_MESSAGE_H

#include "mpi/core/derived.h"
#include "mpi/type/type.h"

/* At the call, `request` and `view` contain the length of the data in bytes. */
int oc_type_attach(struct oc_request *request, size_t count, struct oc_type *type, bool receive);
int oc_type_view(struct oc_view *view, const struct oc_communicator *comm, const void *buffer,
                 size_t count, struct oc_type *type, int access);
void oc_type_close_view(struct oc_view *view);
int oc_type_reduce(const struct oc_op *op, const void *in, void *inout, size_t count, size_t bytes,
                   struct oc_type *type);

/* The transport defines these functions in its deliver.c. */
void oc_type_deliver(struct oc_request *receive, const struct oc_envelope *envelope,
                     const void *body);
int oc_type_detach(struct oc_request *request);

#endif
