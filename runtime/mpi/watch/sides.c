/* Calls that name both sides' types, or whose two sides are calls that belong together: one-sided
 * operations, and the beginnings of partitioned messages. As in collectives.c, MPI_X goes through
 * oc_watch_MPI_X. */
#include <stdint.h>
#include <string.h>

#include "mpi/core/communicator.h"
#include "mpi/core/datatype.h"
#include "mpi/core/derived.h"
#include "mpi/core/process.h"
#include "mpi/watch/watch.h"

bool oc_watch_measure(size_t *bytes, ptrdiff_t count, MPI_Datatype type) {
    MPI_Count size, extent;
    if (!&oc_derived) {
        size = (MPI_Count)oc_datatype_extent(type);
        if (!size)
            size = (MPI_Count)oc_datatype_padded_extent(type);
        if (!size)
            return false;
    } else if (oc_derived.measure(type, &size, &extent)) {
        return false;
    }
    return count >= 0 && !__builtin_mul_overflow((size_t)size, (size_t)count, bytes);
}

struct side {
    ptrdiff_t count;
    MPI_Datatype type;
};

/* `most`: the signature is that of so many bytes. */
static bool fill_in(struct oc_watch_record *record, enum oc_watch_kind kind, const char *call,
                    struct side side, size_t most) {
    size_t bytes;
    if (oc_process.phase != OC_ACTIVE || !oc_watch_measure(&bytes, side.count, side.type))
        return false;
    oc_watch_begin(record, kind);
    memset(record->call, 0, sizeof record->call);
    strncpy(record->call, call, sizeof record->call - 1);
    record->bytes = bytes < most ? bytes : most;
    oc_signature_of(&record->signature, side.type, (size_t)side.count, record->bytes);
    return true;
}

/* The sides of an operation are as a send and a receive, whose room may be larger (MPI 4.1, section
 * 12.3). Only those that do not match are told, the origin's first. */
static void compare(const char *call, int rank, struct side origin, struct side target, bool gets) {
    struct oc_watch_record sent, received;
    enum oc_watch_kind sender = gets ? OC_WATCH_TARGET : OC_WATCH_ORIGIN,
                       receiver = gets ? OC_WATCH_ORIGIN : OC_WATCH_TARGET;
    if (rank < 0 || !fill_in(&sent, sender, call, gets ? target : origin, SIZE_MAX) ||
        !fill_in(&received, receiver, call, gets ? origin : target, sent.bytes))
        return;
    if (sent.signature.hash == received.signature.hash &&
        sent.signature.entries == received.signature.entries)
        return;
    sent.peer = received.peer = rank;
    oc_watch_end(gets ? &received : &sent);
    oc_watch_end(gets ? &sent : &received);
}

#define WATCH_WINDOW(NAME, GETS, PARAMETERS, ARGUMENTS)                                            \
    OC_OPTIONAL int oc_below_MPI_##NAME PARAMETERS;                                                \
    int oc_watch_MPI_##NAME PARAMETERS;                                                            \
    int oc_watch_MPI_##NAME PARAMETERS {                                                           \
        compare("MPI_" #NAME, rank, (struct side){count, type},                                    \
                (struct side){target_count, target_type}, GETS);                                   \
        return oc_below_MPI_##NAME ARGUMENTS;                                                      \
    }

/* clang-format off */
WATCH_WINDOW(Put, false, (const void *origin, int count, MPI_Datatype type, int rank, MPI_Aint at,
                   int target_count, MPI_Datatype target_type, MPI_Win win),
             (origin, count, type, rank, at, target_count, target_type, win))
WATCH_WINDOW(Rput, false, (const void *origin, int count, MPI_Datatype type, int rank, MPI_Aint at,
                    int target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request),
             (origin, count, type, rank, at, target_count, target_type, win, request))
WATCH_WINDOW(Get, true, (void *origin, int count, MPI_Datatype type, int rank, MPI_Aint at,
                   int target_count, MPI_Datatype target_type, MPI_Win win),
             (origin, count, type, rank, at, target_count, target_type, win))
WATCH_WINDOW(Rget, true, (void *origin, int count, MPI_Datatype type, int rank, MPI_Aint at,
                    int target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request),
             (origin, count, type, rank, at, target_count, target_type, win, request))
WATCH_WINDOW(Accumulate, false, (const void *origin, int count, MPI_Datatype type, int rank, MPI_Aint at,
                          int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win),
             (origin, count, type, rank, at, target_count, target_type, op, win))
WATCH_WINDOW(Raccumulate, false, (const void *origin, int count, MPI_Datatype type, int rank, MPI_Aint at,
                           int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win,
                           MPI_Request *request),
             (origin, count, type, rank, at, target_count, target_type, op, win, request))

/* The n-th call with these peers, tag and communicator belongs to the n-th one at the peer (section
 * 4.2). */
#define WATCH_PARTITIONED(NAME, KIND, POINTER)                                                     \
    OC_OPTIONAL int oc_below_MPI_##NAME(POINTER buffer, int partitions, MPI_Count count,           \
                                        MPI_Datatype type, int peer, int tag, MPI_Comm comm,       \
                                        MPI_Info info, MPI_Request *request);                      \
    int oc_watch_MPI_##NAME(POINTER buffer, int partitions, MPI_Count count, MPI_Datatype type,    \
                            int peer, int tag, MPI_Comm comm, MPI_Info info,                       \
                            MPI_Request *request);                                                 \
    int oc_watch_MPI_##NAME(POINTER buffer, int partitions, MPI_Count count, MPI_Datatype type,    \
                            int peer, int tag, MPI_Comm comm, MPI_Info info,                       \
                            MPI_Request *request) {                                                \
        tell_partitioned("MPI_" #NAME, KIND, (struct side){(ptrdiff_t)count * partitions, type},   \
                         peer, tag, comm);                                                         \
        return oc_below_MPI_##NAME(buffer, partitions, count, type, peer, tag, comm, info,         \
                                   request);                                                       \
    }
/* clang-format on */

static void tell_partitioned(const char *call, enum oc_watch_kind kind, struct side side, int peer,
                             int tag, MPI_Comm handle) {
    struct oc_watch_record record;
    if (!fill_in(&record, kind, call, side, SIZE_MAX))
        return;
    const struct oc_communicator *comm = oc_communicator_find(handle);
    if (!comm || peer < 0 || peer >= comm->peers)
        return;
    record.peer = oc_communicator_world_rank(comm, peer);
    record.context = comm->context;
    record.tag = tag;
    oc_watch_end(&record);
}

WATCH_PARTITIONED(Psend_init, OC_WATCH_PARTS_SEND, const void *)
WATCH_PARTITIONED(Precv_init, OC_WATCH_PARTS_RECEIVE, void *)
