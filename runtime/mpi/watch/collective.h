/* The common part of watched collectives: a rank's calls are numbered, and each records the data
 * that the rank gives and takes. */
#ifndef MPI_WATCH_COLLECTIVE_H
#define MPI_WATCH_COLLECTIVE_H

#include "mpi/core/communicator.h"
#include "mpi/watch/watch.h"

/* A call of a rank. The data that ranks give and take are compared if context, members, function,
 * number and part agree. */
struct oc_watch_call {
    const struct oc_communicator *comm;
    uint32_t number; /* its number among the rank's calls of the function on the communicator */
    uint32_t collective_number; /* its number among all collectives on the communicator */
    uint64_t members;           /* a hash of the communicator's members */
    bool is_second;             /* the group is the second one of an intercommunicator */
    uint32_t flags;             /* OC_WATCH_ROOT, OC_WATCH_OPERATION */
    int root;
    MPI_Op operation;
};

/* A hash of the first `count` processes to which a communicator sends. */
uint64_t oc_watch_members_of(const struct oc_communicator *comm, int count);

/* The number of calls so far of a function, or of all collectives together (""), on the
 * communicator with this context and these members; null: there is no memory. */
uint32_t *oc_watch_calls_of(const char *function, uint64_t members, uint32_t context);

/* Whether a call is to be recorded. Its arguments are not checked yet. `function` is MPI_X for
 * MPI_X_c, too, because some ranks may call one and some the other. */
bool oc_watch_call_begins(struct oc_watch_call *call, const char *function, MPI_Comm handle);

/* Notes the call itself, which has to be the same at all ranks. */
void oc_watch_call_ends(const struct oc_watch_call *call);

/* Notes arguments that have to be equal at all ranks, except the root on an intercommunicator. */
static inline void oc_watch_has_root(struct oc_watch_call *call, int root) {
    call->root = root;
    call->flags |= call->comm->local ? 0 : OC_WATCH_ROOT;
}

static inline void oc_watch_has_operation(struct oc_watch_call *call, MPI_Op operation) {
    call->operation = operation;
    call->flags |= OC_WATCH_OPERATION;
}

/* The part of the data that a call concerns: OC_WATCH_SAME for the data of all ranks alike, or the
 * number of a rank, or that of an edge between neighbours. */
enum { OC_WATCH_SAME = -1 };

/* Notes the data that this rank gives to the others (of an intercommunicator: to the other group),
 * or takes. With MPI_IN_PLACE, nothing is noted. */
void oc_watch_gives(const struct oc_watch_call *call, int part, const void *buffer, ptrdiff_t count,
                    MPI_Datatype type);
void oc_watch_takes(const struct oc_watch_call *call, int part, const void *buffer, ptrdiff_t count,
                    MPI_Datatype type);
/* Notes arguments that must be equal at all ranks, of both groups. */
void oc_watch_agrees(const struct oc_watch_call *call, ptrdiff_t count, MPI_Datatype type);

/* oc_watch_is_root() tells whether this rank is the call's root. oc_watch_is_leaf() tells whether
 * it is one of the ranks that the root gives to or takes from. The root itself is one of these,
 * except on an intercommunicator. */
static inline bool oc_watch_is_root(const struct oc_watch_call *call, int root) {
    return root == (call->comm->local ? MPI_ROOT : call->comm->rank);
}

static inline bool oc_watch_is_leaf(const struct oc_watch_call *call, int root) {
    return !call->comm->local || root >= 0;
}

/* Defines the observers of a function in all its forms. PARAMETERS and ARGUMENTS are those of the
 * blocking form; NOTE records the data of `call`. The file is compiled twice (mpi/core/sized.h). */
#define OC_WATCH_ONE(FUNCTION, NOTE, PARAMETERS, ARGUMENTS)                                        \
    OC_OPTIONAL int OC_SIZED(oc_below_##FUNCTION) PARAMETERS;                                      \
    int OC_SIZED(oc_watch_##FUNCTION) PARAMETERS;                                                  \
    int OC_SIZED(oc_watch_##FUNCTION) PARAMETERS {                                                 \
        struct oc_watch_call of, *call = &of;                                                      \
        if (oc_watch_call_begins(call, #FUNCTION, comm)) {                                         \
            NOTE oc_watch_call_ends(call);                                                         \
        }                                                                                          \
        return OC_SIZED(oc_below_##FUNCTION) ARGUMENTS;                                            \
    }
#define OC_WATCH_LIST(...) (__VA_ARGS__)
#define OC_WATCH_WITH_REQUEST(...) (__VA_ARGS__, MPI_Request * request)
#define OC_WATCH_REQUEST(...) (__VA_ARGS__, request)
#define OC_WATCH_WITH_INFO(...) (__VA_ARGS__, MPI_Info info, MPI_Request * request)
#define OC_WATCH_INFO(...) (__VA_ARGS__, info, request)
#define OC_WATCH(NAME, I_NAME, PARAMETERS, ARGUMENTS, NOTE)                                        \
    OC_WATCH_ONE(MPI_##NAME, NOTE, OC_WATCH_LIST PARAMETERS, OC_WATCH_LIST ARGUMENTS)              \
    OC_WATCH_ONE(MPI_##I_NAME, NOTE, OC_WATCH_WITH_REQUEST PARAMETERS, OC_WATCH_REQUEST ARGUMENTS) \
    OC_WATCH_ONE(MPI_##NAME##_init, NOTE, OC_WATCH_WITH_INFO PARAMETERS, OC_WATCH_INFO ARGUMENTS)

#endif
