/* Checks of arguments, outside of everything else. Each gives MPI_SUCCESS, or what the error
 * handler returns; then the function returns it at once. */
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

/* The largest tag: the bits above are kept for the quality of service asked for in a tag. */
#define OC_TAG_UB 0x03ffffff

/* Every function that needs an initialised library begins with one of these; `call` is its name.
 * The second gives the communicator, or null: then the function returns MPI_ERR_COMM. */
int oc_enter(const char *call);
OC_VARIANTS(oc_enter, oc_enter_world, oc_enter_with_sessions);
static inline struct oc_communicator *oc_enter_comm(const char *call, MPI_Comm handle);

/* For a collective that intercommunicators do not have here. */
struct oc_communicator *oc_enter_intra(const char *call, MPI_Comm handle);

/* The whole of a function that gives an int of a communicator: the member at this offset. */
int oc_give_member(const char *call, MPI_Comm handle, size_t member, int *result);

/* Checks buffer, count and datatype; gives their length in bytes. */
int oc_check_data(const struct oc_communicator *comm, const void *buffer, ptrdiff_t count,
                  MPI_Datatype type, size_t *bytes);

/* Checks buffer, count and any datatype; gives the data as contiguous bytes, a view, until
 * oc_view_close(). A view that is not open, or could not be opened, is OC_NO_VIEW, with a null
 * staging. */
int oc_check_view(const struct oc_communicator *comm, const void *buffer, ptrdiff_t count,
                  MPI_Datatype type, int access, struct oc_view *view);

/* Checks a buffer of `blocks` times `count` elements, and gives a view of all of them. */
int oc_check_views(const struct oc_communicator *comm, const void *buffer, ptrdiff_t count,
                   int blocks, MPI_Datatype type, int access, struct oc_view *view);

#define OC_NO_VIEW ((struct oc_view){0})

static inline void oc_view_close(struct oc_view *view) {
    if (view->staging)
        oc_derived.close_view(view);
}

/* A view of operands. Other than a message's, predefined datatypes keep their gaps: functions of
 * operations get them as they lie in memory. */
int oc_check_operands(const struct oc_communicator *comm, const void *buffer, ptrdiff_t count,
                      MPI_Datatype type, int access, struct oc_view *view);

/* Operation and datatype; gives what they come to. */
int oc_check_reduction(const struct oc_communicator *comm, MPI_Op op, MPI_Datatype type,
                       struct oc_reduction *reduction);

/* A message as the user describes it. */
struct oc_message {
    const void *buffer;
    ptrdiff_t count;
    MPI_Datatype type;
    int peer;
    int tag;
    MPI_Comm comm;
};

/* Everything of a message but its communicator; fills in the request. A receive may have wildcards.
 */
int oc_check_message(struct oc_request *request, const struct oc_communicator *comm,
                     const struct oc_message *message, bool receive);

/* Tags have annotations in the second one only (annotation/annotation.h). */
OC_VARIANTS(oc_check_message, oc_check_plain_message, oc_check_annotated_message);

/* oc_enter_comm and oc_check_message in one. */
int oc_enter_message(const char *call, struct oc_request *request, const struct oc_message *message,
                     bool receive);

/* The end of a blocking operation: raises the error that was met inside. */
int oc_finish_collective(const struct oc_communicator *comm, int error);
int oc_finish_send(const struct oc_request *send);
int oc_finish_receive(const struct oc_request *receive, MPI_Status *status);

/* ---- Inside ---- */

/* oc_enter_comm for anything but MPI_COMM_WORLD between Init and Finalize. */
struct oc_communicator *oc_enter_other(MPI_Comm handle);

static inline struct oc_communicator *oc_enter_comm(const char *call, MPI_Comm handle) {
    oc_process.call = call;
    return handle == oc_process.world ? &oc_comm_world : oc_enter_other(handle);
}

#endif
