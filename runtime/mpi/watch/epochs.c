/* Records of operations on windows. Two operations must not use the same bytes of a window at the
 * same time, unless both read or both combine (MPI 4.1, section 12.7).
 *
 * Between two fences, this applies to the operations of all ranks. The fences of all windows on
 * equal communicators are numbered together. The numbers are equal at all ranks, which call these
 * fences in one order. In epochs of locks and of MPI_Win_start, the records tell which operations
 * of a rank are complete before its next operation. They do not tell how locks and messages order
 * the operations of different ranks. */
#include "mpi/watch/epochs.h"

#include <stdlib.h>

#include "mpi/core/datatype.h"
#include "mpi/core/process.h"
#include "mpi/watch/buffers.h"
#include "mpi/watch/collective.h"

/* The number of a window's last fence. */
static struct fence {
    struct fence *next;
    const struct oc_window *window;
    uint32_t number;
} * last;

static struct fence **last_of(const struct oc_window *window) {
    struct fence **at = &last;
    while (*at && (*at)->window != window)
        at = &(*at)->next;
    return at;
}

static uint64_t members_of(const struct oc_window *window) {
    return oc_watch_members_of(window->comm, window->comm->peers);
}

/* The length in bytes of contiguous data, or 0 if the data are noncontiguous. */
static size_t bytes_of(struct oc_watch_data data) {
    return oc_datatype_extent(data.type) * (size_t)data.count;
}

static void record_access(const struct oc_window *window, const struct oc_watch_operation *done,
                          size_t bytes) {
    struct oc_watch_record record;
    struct oc_watch_place there = done->there;
    const struct fence *fence = *last_of(window);
    bool is_own = window->epoch != OC_EPOCH_FENCE;
    if (!is_own && !fence)
        return;
    oc_watch_begin(&record, OC_WATCH_ACCESS, oc_noted.call);
    record.peer = oc_communicator_world_rank(window->comm, there.rank);
    record.context = window->comm->context;
    record.flags = is_own ? OC_WATCH_OWN : 0;
    record.request = is_own ? (uintptr_t)done->request : members_of(window);
    record.number = is_own ? 0 : fence->number;
    record.tag = (int32_t)done->use;
    record.comm = (uint64_t)there.at * window->target[there.rank].unit;
    record.bytes = bytes;
    oc_watch_end(&record);
}

/* Notes memory of this process' own window, which the program may not use as long as an operation
 * uses it. */
static void begin_own(const struct oc_window *window, const struct oc_watch_operation *done,
                      size_t bytes) {
    MPI_Aint at = done->there.at * (MPI_Aint)window->unit;
    const char *base = window->flavor == MPI_WIN_FLAVOR_DYNAMIC ? MPI_BOTTOM : window->base;
    oc_watch_target_begins(window, base + at, bytes, done->use == OC_WATCH_WRITES);
}

void oc_watch_operation(MPI_Win win, const struct oc_watch_operation *done) {
    const struct oc_window *window = oc_window_find(win);
    size_t bytes = bytes_of(done->there.data);
    if (done->origin)
        oc_watch_origin_begins(window, done->origin, bytes_of(done->sent), false);
    if (done->result)
        oc_watch_origin_begins(window, done->result, bytes_of(done->fetched), true);
    if (!bytes)
        return;
    record_access(window, done, bytes);
    if (done->there.rank == window->comm->rank)
        begin_own(window, done, bytes);
}

static void record_completion(const struct oc_window *window, int rank, uint32_t flags) {
    struct oc_watch_record record;
    if (rank >= window->comm->size)
        return;
    oc_watch_begin(&record, OC_WATCH_COMPLETED, oc_noted.call);
    record.peer = rank < 0 ? -1 : oc_communicator_world_rank(window->comm, rank);
    record.context = window->comm->context;
    record.flags = flags;
    oc_watch_end(&record);
}

void oc_watch_window_request_ends(const struct oc_request *request) {
    struct oc_watch_record record;
    const struct oc_window *window = oc_windows;
    while (window && window->comm != request->comm)
        window = window->next;
    if (!window)
        return;
    oc_watch_begin(&record, OC_WATCH_COMPLETED, oc_process.call);
    record.context = window->comm->context;
    record.peer = -1;
    record.request = (uintptr_t)request;
    record.flags = OC_WATCH_HERE;
    oc_watch_end(&record);
}

static void count_fence(const struct oc_window *window) {
    uint32_t *fences = oc_watch_calls_of("fence", members_of(window), window->comm->context);
    struct fence **at = last_of(window);
    if (!*at && (*at = malloc(sizeof **at)))
        **at = (struct fence){NULL, window, 0};
    if (fences && *at)
        (*at)->number = ++*fences;
    else
        oc_watch_no_memory();
}

static void forget(const struct oc_window *window) {
    struct fence **at = last_of(window), *fence = *at;
    if (fence) {
        *at = fence->next;
        free(fence);
    }
}

/* Ends the notes of this process' operations on a window, which are about to be complete. Returns
 * null if `win` is not a valid window. */
static const struct oc_window *completing(MPI_Win win) {
    const struct oc_window *window = oc_process.phase == OC_ACTIVE ? oc_window_find(win) : NULL;
    if (window)
        oc_watch_origins_end(window);
    return window;
}

/* Defines the observer of a function that completes operations on the target RANK, or on all
 * targets if RANK is ALL. A call for MPI_PROC_NULL completes none. */
#define ALL (-1)
#define OBSERVER(NAME, PARAMETERS, ARGUMENTS, WIN, RANK, FLAGS, ...)                               \
    OC_OPTIONAL int oc_below_MPI_##NAME PARAMETERS;                                                \
    int oc_watch_MPI_##NAME PARAMETERS;                                                            \
    int oc_watch_MPI_##NAME PARAMETERS {                                                           \
        const struct oc_window *window = (RANK) == MPI_PROC_NULL ? NULL : completing(WIN);         \
        if (window) {                                                                              \
            record_completion(window, RANK, FLAGS);                                                \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
        return oc_below_MPI_##NAME ARGUMENTS;                                                      \
    }

OBSERVER(Win_fence, (int assertion, MPI_Win win), (assertion, win), win, ALL, 0,
         count_fence(window))
OBSERVER(Win_free, (MPI_Win * win), (win), win ? *win : MPI_WIN_NULL, ALL, 0, forget(window))
OBSERVER(Win_complete, (MPI_Win win), (win), win, ALL, 0)
OBSERVER(Win_unlock, (int rank, MPI_Win win), (rank, win), win, rank, 0)
OBSERVER(Win_unlock_all, (MPI_Win win), (win), win, ALL, 0)
OBSERVER(Win_flush, (int rank, MPI_Win win), (rank, win), win, rank, 0)
OBSERVER(Win_flush_all, (MPI_Win win), (win), win, ALL, 0)
OBSERVER(Win_flush_local, (int rank, MPI_Win win), (rank, win), win, rank, OC_WATCH_HERE)
OBSERVER(Win_flush_local_all, (MPI_Win win), (win), win, ALL, OC_WATCH_HERE)
