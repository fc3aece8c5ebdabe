/* The functions of core/derived.h. */
#ifndef MPI_TYPE_MESSAGE_H
#define MPI_TYPE_MESSAGE_H

#include "mpi/core/derived.h"

int oc_type_measure(MPI_Datatype type, MPI_Count *size, MPI_Count *extent);
void oc_type_hold(MPI_Datatype type, int more);
MPI_Datatype oc_type_stands_for(MPI_Datatype type);
int oc_type_attach(struct oc_request *request, ptrdiff_t count, MPI_Datatype type, bool receive);
void oc_type_deliver(struct oc_request *receive, const struct oc_envelope *envelope,
                     const void *body);
int oc_type_detach(struct oc_request *request);
int oc_type_view(struct oc_view *view, const struct oc_communicator *comm, const void *buffer,
                 MPI_Count count, MPI_Datatype type, int access);
void oc_type_close_view(struct oc_view *view);
int oc_type_reduce(const struct oc_op *op, const void *in, void *inout, size_t count, size_t bytes,
                   MPI_Datatype type);

#endif
