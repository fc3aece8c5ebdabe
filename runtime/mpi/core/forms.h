/* This header makes persistent operations of nonblocking ones. A file of mpi/api/ that starts a
 * nonblocking operation MPI_Ix is compiled again with OC_PERSISTENT to define MPI_X_init. If the
 * operation is a collective, MPI_X_init has one more parameter, an info, before the request. */
#ifndef MPI_CORE_FORMS_H
#define MPI_CORE_FORMS_H

#include "mpi/core/sized.h"

#ifdef OC_PERSISTENT
#define OC_FORM(NONBLOCKING, PERSISTENT) OC_SIZED(PMPI_##PERSISTENT)
#define OC_FORM_CALL(NONBLOCKING, PERSISTENT) OC_CALL("MPI_" #PERSISTENT)
#define OC_INFO MPI_Info info,
#define OC_GIVEN_INFO info,
#define oc_collective_begin oc_collective_init
#define oc_reduction_begin oc_reduction_init
#define oc_neighbor_begin oc_neighbor_init
#define oc_send_begin(BUFFER, COUNT, TYPE, PEER, TAG, COMM, HANDLE, MODE)                          \
    oc_send_init(MODE, &(struct oc_message){BUFFER, COUNT, TYPE, PEER, TAG, COMM}, HANDLE)
#else
#define OC_FORM(NONBLOCKING, PERSISTENT) OC_SIZED(PMPI_##NONBLOCKING)
#define OC_FORM_CALL(NONBLOCKING, PERSISTENT) OC_CALL("MPI_" #NONBLOCKING)
#define OC_INFO
#define OC_GIVEN_INFO
#define oc_collective_begin oc_collective_start
#define oc_reduction_begin oc_reduction_start
#define oc_neighbor_begin oc_neighbor_start
#define oc_send_begin oc_send_start
#endif

#endif
