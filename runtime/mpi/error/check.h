/* Checks of arguments, which an MPI function makes before anything else. A check returns
 * MPI_SUCCESS or, on an error, the result of the error handler. The MPI function must then return
 * this result at once. */
#ifndef MPI_ERROR_CHECK_H
#define MPI_ERROR_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "link/variant.h"
#include "mpi/core/derived.h"
#include "mpi/core/process.h"
#include "mpi/core/request.h"
#include "mpi/error/pure.h"
#include "mpi/op/op.h"

/* The largest tag. The higher bits are for an annotation, by which a tag can request a quality of
 * service. */
#define OC_TAG_UB 0x03ffffff

/* Begin an MPI function that needs an initialised library; `call` is the function's name.
 * oc_enter_comm() returns the communicator. If it returns null, the MPI function must return
 * MPI_ERR_COMM. */
int oc_enter(const char *call);
OC_VARIANTS(oc_enter, oc_enter_world, oc_enter_with_sessions);
static inline struct oc_communicator *oc_enter_comm(const char *call, MPI_Comm handle);

/* Does what oc_enter_comm() does, for functions that work only on intracommunicators. Raises an
 * error if the communicator is an intercommunicator. */
struct oc_communicator *oc_enter_intra(const char *call, MPI_Comm handle);

/* Implements MPI functions that return an int member of struct oc_communicator; `member` is the
 * member's offset. */
int oc_give_member(MPI_Comm handle, int *result, const char *call, size_t member);

/* Checks buffer, count and datatype. Stores the length of the data in bytes. */
int oc_check_data(const struct oc_communicator *comm, const void *buffer, ptrdiff_t count,
                  MPI_Datatype type, size_t *bytes);

/* Checks buffer, count and datatype, which may be a derived one. Opens a view, which shows the data
 * as contiguous bytes until oc_view_close(). A view that is not open, or could not be opened, is
 * OC_NO_VIEW, whose `staging` is null. */
int oc_check_view(const struct oc_communicator *comm, const void *buffer, ptrdiff_t count,
                  MPI_Datatype type, int access, struct oc_view *view);

/* Checks a buffer of `blocks` * `count` elements and opens a view of all of them. */
int oc_check_views(const struct oc_communicator *comm, const void *buffer, ptrdiff_t count,
                   int blocks, MPI_Datatype type, int access, struct oc_view *view);

#define OC_NO_VIEW ((struct oc_view){0})

static inline void oc_view_close(struct oc_view *view) {
    if (view->staging)
        oc_derived.close_view(view);
}

/* Checks the buffer of a reduction and opens a view of it. In this view, unlike in those of
 * messages, predefined datatypes keep their gaps, because the functions that reduce expect elements
 * as they are in memory. */
int oc_check_operands(const struct oc_communicator *comm, const void *buffer, ptrdiff_t count,
                      MPI_Datatype type, int access, struct oc_view *view);

/* Checks a reduction operation and a datatype, and stores them in *reduction. */
int oc_check_reduction(const struct oc_communicator *comm, MPI_Op op, MPI_Datatype type,
                       struct oc_reduction *reduction);

/* The arguments by which the user describes a message. */
struct oc_message {
    const void *buffer;
    ptrdiff_t count;
    MPI_Datatype type;
    int peer;
    int tag;
    MPI_Comm comm;
};

/* Checks all arguments of a message except the communicator, and fills in the request. A receive
 * may have wildcards. */
int oc_check_message(struct oc_request *request, const struct oc_communicator *comm,
                     const struct oc_message *message, bool receive);

/* Checks buffer, count and datatype of a request that has the buffer but no length yet, and fills
 * in the remaining fields. In programs with derived datatypes, noncontiguous data get a staging
 * (type/handle.c): a send then has packed data, and a receive has a length of 0, so that its
 * message goes to oc_derived.deliver(). */
int oc_request_attach(struct oc_request *request, ptrdiff_t count, MPI_Datatype type, bool receive);

/* The part of oc_check_message() for a tag above OC_TAG_UB. In programs with onchip_mpi.h, which
 * may have annotations in tags (annotation/tag.c), it checks the rest of the message. A send with
 * an annotation then keeps its tag, and gets a peer that is no rank, for which oc_send_unusual() is
 * called. */
int oc_check_high_tag(struct oc_request *request, const struct oc_communicator *comm,
                      const struct oc_message *message, bool receive);

/* Does what oc_enter_comm() and oc_check_message() do. */
int oc_enter_message(const char *call, struct oc_request *request, const struct oc_message *message,
                     bool receive);

/* End a blocking operation: if it had an error, raise it. */
int oc_finish_collective(const struct oc_communicator *comm, int error);
int oc_finish_send(const struct oc_request *send);
int oc_finish_receive(const struct oc_request *receive, MPI_Status *status);

/* ---- Internal ---- */

/* The part of oc_enter_comm() for everything but MPI_COMM_WORLD between MPI_Init and
 * MPI_Finalize. */
struct oc_communicator *oc_enter_other(MPI_Comm handle);

static inline struct oc_communicator *oc_enter_comm(const char *call, MPI_Comm handle) {
    oc_process.call = call;
    return handle == oc_process.world ? &oc_comm_world : oc_enter_other(handle);
}

#endif
