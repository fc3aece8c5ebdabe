/* Observers of one-sided operations, whose arguments include the types of both sides. */
#include <stdint.h>

#include "mpi/core/sized.h"
#include "mpi/watch/epochs.h"

/* Compares the two sides of an operation. They must match as a send and a receive do: the receiving
 * side may have more room (MPI 4.1, section 12.3). The sides are recorded only if they do not
 * match; the origin's side comes first. */
static void compare(int rank, struct oc_watch_data origin, struct oc_watch_data target, bool gets) {
    struct oc_watch_record sent, received;
    enum oc_watch_kind sender = gets ? OC_WATCH_TARGET : OC_WATCH_ORIGIN,
                       receiver = gets ? OC_WATCH_ORIGIN : OC_WATCH_TARGET;
    if (rank < 0 || !oc_watch_fill(&sent, sender, gets ? target : origin, SIZE_MAX) ||
        !oc_watch_fill(&received, receiver, gets ? origin : target, sent.bytes))
        return;
    if (sent.signature.hash == received.signature.hash &&
        sent.signature.entries == received.signature.entries)
        return;
    sent.peer = received.peer = rank;
    oc_watch_end(gets ? &received : &sent);
    oc_watch_end(gets ? &sent : &received);
}

/* Defines the observer of an operation. ORIGIN and RESULT are the values of two members of struct
 * oc_watch_operation. */
#define WATCH_WINDOW(NAME, USE, ORIGIN, RESULT, REQUEST, PARAMETERS, ARGUMENTS)                    \
    OC_OPTIONAL int OC_SIZED(oc_below_MPI_##NAME) PARAMETERS;                                      \
    int OC_SIZED(oc_watch_MPI_##NAME) PARAMETERS;                                                  \
    int OC_SIZED(oc_watch_MPI_##NAME) PARAMETERS {                                                 \
        struct oc_watch_data here = {oc_fit(count, type), type};                                   \
        struct oc_watch_data there = {oc_fit(target_count, target_type), target_type};             \
        compare(rank, here, there, USE == OC_WATCH_READS);                                         \
        int error = OC_SIZED(oc_below_MPI_##NAME) ARGUMENTS;                                       \
        if (!error && rank >= 0)                                                                   \
            oc_watch_operation(win, &(struct oc_watch_operation){.use = USE,                       \
                                                                 .there = {rank, at, there},       \
                                                                 .origin = ORIGIN,                 \
                                                                 .result = RESULT,                 \
                                                                 .sent = here,                     \
                                                                 .fetched = here,                  \
                                                                 .request = REQUEST});             \
        return error;                                                                              \
    }

WATCH_WINDOW(Put, OC_WATCH_WRITES, origin, NULL, MPI_REQUEST_NULL,
             (const void *origin, oc_int count, MPI_Datatype type, int rank, MPI_Aint at,
              oc_int target_count, MPI_Datatype target_type, MPI_Win win),
             (origin, count, type, rank, at, target_count, target_type, win))
WATCH_WINDOW(Rput, OC_WATCH_WRITES, NULL, NULL, *request,
             (const void *origin, oc_int count, MPI_Datatype type, int rank, MPI_Aint at,
              oc_int target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request),
             (origin, count, type, rank, at, target_count, target_type, win, request))
WATCH_WINDOW(Get, OC_WATCH_READS, NULL, origin, MPI_REQUEST_NULL,
             (void *origin, oc_int count, MPI_Datatype type, int rank, MPI_Aint at,
              oc_int target_count, MPI_Datatype target_type, MPI_Win win),
             (origin, count, type, rank, at, target_count, target_type, win))
WATCH_WINDOW(Rget, OC_WATCH_READS, NULL, NULL, *request,
             (void *origin, oc_int count, MPI_Datatype type, int rank, MPI_Aint at,
              oc_int target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request),
             (origin, count, type, rank, at, target_count, target_type, win, request))
WATCH_WINDOW(Accumulate, OC_WATCH_COMBINES, origin, NULL, MPI_REQUEST_NULL,
             (const void *origin, oc_int count, MPI_Datatype type, int rank, MPI_Aint at,
              oc_int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win),
             (origin, count, type, rank, at, target_count, target_type, op, win))
WATCH_WINDOW(Raccumulate, OC_WATCH_COMBINES, NULL, NULL, *request,
             (const void *origin, oc_int count, MPI_Datatype type, int rank, MPI_Aint at,
              oc_int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win,
              MPI_Request *request),
             (origin, count, type, rank, at, target_count, target_type, op, win, request))
