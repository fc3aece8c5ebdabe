/* Code that the observers of collectives share. They number the calls of each rank, and record what
 * data a rank gives and takes in each call. */
#ifndef MPI_WATCH_COLLECTIVE_H
#define MPI_WATCH_COLLECTIVE_H

#include "mpi/core/communicator.h"
#include "mpi/watch/watch.h"

/* One rank's call of a collective. The data that a rank gives in one part of a call are later
 * compared with those that another rank takes. The two records must agree in context, members,
 * function, number and part. */
struct oc_watch_call {
    const struct oc_communicator *comm;
    /* The number of this call among the rank's calls of the function on the communicator. */
    uint32_t number;
    /* The number of this call among those of all collectives on the communicator. */
    uint32_t collective_number;
    uint64_t members; /* a hash of the communicator's members */
    bool is_second;   /* this is the second group of an intercommunicator */
    uint32_t flags;   /* OC_WATCH_ROOT, OC_WATCH_OPERATION, or both */
    int root;
    MPI_Op operation;
};

/* A hash of the first `count` processes to which a communicator sends. */
uint64_t oc_watch_members_of(const struct oc_communicator *comm, int count);

/* Returns the counter of calls on the communicator with this context and these members. It counts
 * the calls of `function` or, if that is "", of all collectives together. Returns null if there is
 * no memory. */
uint32_t *oc_watch_calls_of(const char *function, uint64_t members, uint32_t context);

/* Begins the records of a call, whose arguments have not been checked yet. Returns false if the
 * call is not recorded. `function` is MPI_X also for MPI_X_c, because some ranks may call MPI_X and
 * others MPI_X_c. */
bool oc_watch_call_begins(struct oc_watch_call *call, const char *function, MPI_Comm handle);

/* Records that this rank has made the call, which all ranks must make. */
void oc_watch_call_ends(const struct oc_watch_call *call);

/* Notes an argument that must be equal at all ranks. On an intercommunicator, it may differ. */
static inline void oc_watch_has_root(struct oc_watch_call *call, int root) {
    call->root = root;
    call->flags |= call->comm->local ? 0 : OC_WATCH_ROOT;
}

static inline void oc_watch_has_operation(struct oc_watch_call *call, MPI_Op operation) {
    call->operation = operation;
    call->flags |= OC_WATCH_OPERATION;
}

/* The part of a call's data for data that are the same at all ranks. Other parts have the number of
 * a rank, or of an edge between neighbours. */
enum { OC_WATCH_SAME = -1 };

/* Record the data that this rank gives to other ranks (on an intercommunicator, to the other
 * group), or takes from them. With MPI_IN_PLACE, nothing is recorded. */
void oc_watch_gives(const struct oc_watch_call *call, int part, const void *buffer, ptrdiff_t count,
                    MPI_Datatype type);
void oc_watch_takes(const struct oc_watch_call *call, int part, const void *buffer, ptrdiff_t count,
                    MPI_Datatype type);
/* Records data whose type signature must be equal at all ranks; on an intercommunicator, at the
 * ranks of both groups. */
void oc_watch_agrees(const struct oc_watch_call *call, ptrdiff_t count, MPI_Datatype type);

/* Whether this rank is the root of a call. oc_watch_is_leaf() tells whether it is one of the ranks
 * to which the root gives data, or from which it takes data. The root itself is such a rank, except
 * on an intercommunicator. */
static inline bool oc_watch_is_root(const struct oc_watch_call *call, int root) {
    return root == (call->comm->local ? MPI_ROOT : call->comm->rank);
}

static inline bool oc_watch_is_leaf(const struct oc_watch_call *call, int root) {
    return !call->comm->local || root >= 0;
}

/* Defines the observers of all forms of a function. PARAMETERS and ARGUMENTS are those of the
 * blocking form; NOTE is code that records the data of `call`. A file that uses this macro is
 * compiled twice (mpi/core/sized.h). */
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
