/* Code that the functions that start requests share, such as MPI_Isend and MPI_Issend. These
 * functions have noted their names in oc_process.call, except where `call` is a parameter. */
#ifndef MPI_REQUEST_START_H
#define MPI_REQUEST_START_H

#include "link/variant.h"
#include "mpi/error/check.h"
#include "mpi/request/request.h"

/* Sends a message in the given mode. Returns when the send is complete. */
int oc_send_blocking(const char *call, enum oc_mode mode, const struct oc_message *message);

/* Starts a send or a receive and gives the user a handle. The parameters are in the same order as
 * in MPI_Isend and MPI_Irecv, so that the arguments stay in their registers. */
int oc_send_start(const void *buffer, ptrdiff_t count, MPI_Datatype type, int peer, int tag,
                  MPI_Comm comm, MPI_Request *handle, enum oc_mode mode);
int oc_receive_begin(void *buffer, ptrdiff_t count, MPI_Datatype type, int peer, int tag,
                     MPI_Comm comm, MPI_Request *handle);

/* Starts a standard send on MPI_COMM_WORLD that has passed the quick check. The pool must have an
 * unused request. The first variant sends a message of a few words before it fills in the
 * request; the last one chooses by the table of `onchip run --annotate`. */
int oc_isend_plain(const void *buffer, size_t count, unsigned scale, int peer, int tag,
                   MPI_Request *handle);
OC_VARIANTS(oc_isend_plain, oc_native_isend, oc_isend_by_request, oc_isend_plain_by_table);

/* Starts the send of an active request. */
int oc_send_start_taken(struct oc_request *send);

/* Create a persistent send or receive, which oc_request_restart() starts any number of times. */
int oc_send_init(enum oc_mode mode, const struct oc_message *message, MPI_Request *handle);
int oc_receive_init(const struct oc_message *message, MPI_Request *handle);
int oc_request_restart(struct oc_user_request *request);

/* Starts a partitioned request that is not active. Null in programs without such requests. */
int oc_partitioned_restart(struct oc_user_request *request) OC_OPTIONAL;

/* Starts a send whose arguments have been checked. If the send fails, its error is stored in the
 * request. */
void oc_send_checked(struct oc_request *send, enum oc_mode mode);

/* Takes a request from the pool; if there is no memory, raises an error and returns null. */
struct oc_user_request *oc_request_allocate(const struct oc_communicator *comm, enum oc_kind kind);

#endif
