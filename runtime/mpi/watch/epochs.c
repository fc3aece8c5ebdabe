/* Operations on windows between two fences. No two of them may use the same bytes of a window,
 * unless both read or both combine (MPI 4.1, section 12.7). All fences of windows on the same
 * communicator are numbered together; the numbers are the same at all ranks, which call these
 * fences in the same order. Locks may order operations in other ways, which are not recorded. */
#include "mpi/watch/epochs.h"

#include <stdlib.h>

#include "mpi/core/datatype.h"
#include "mpi/core/process.h"
#include "mpi/watch/buffers.h"
#include "mpi/watch/collective.h"

/* The last fence of a window. */
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

/* The bytes of data without gaps; 0 for others. */
static size_t bytes_of(struct oc_watch_data data) {
    return oc_datatype_extent(data.type) * (size_t)data.count;
}

static void record_access(const struct oc_window *window, enum oc_watch_use use,
                          struct oc_watch_place there, size_t bytes) {
    struct oc_watch_record record;
    const struct fence *fence = *last_of(window);
    if (!fence)
        return;
    oc_watch_begin(&record, OC_WATCH_ACCESS, oc_noted.call);
    record.peer = oc_communicator_world_rank(window->comm, there.rank);
    record.context = window->comm->context;
    record.request = members_of(window);
    record.number = fence->number;
    record.tag = (int32_t)use;
    record.comm = (uint64_t)there.at * window->target[there.rank].unit;
    record.bytes = bytes;
    oc_watch_end(&record);
}

void oc_watch_operation(MPI_Win win, enum oc_watch_use use, struct oc_watch_place there,
                        const void *origin, struct oc_watch_data here) {
    const struct oc_window *window = oc_window_find(win);
    size_t bytes = bytes_of(there.data);
    if (bytes && window->epoch == OC_EPOCH_FENCE)
        record_access(window, use, there, bytes);
    if (origin)
        oc_watch_origin_begins(window, origin, bytes_of(here), use == OC_WATCH_READS);
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

/* Ends the operations of a window, which are about to be complete. Returns null if `win` is not a
 * valid window. */
static const struct oc_window *completing(MPI_Win win) {
    const struct oc_window *window = oc_process.phase == OC_ACTIVE ? oc_window_find(win) : NULL;
    if (window)
        oc_watch_origins_end(window);
    return window;
}

#define OBSERVER(NAME, PARAMETERS, ARGUMENTS, WIN, ...)                                            \
    OC_OPTIONAL int oc_below_MPI_##NAME PARAMETERS;                                                \
    int oc_watch_MPI_##NAME PARAMETERS;                                                            \
    int oc_watch_MPI_##NAME PARAMETERS {                                                           \
        const struct oc_window *window = completing(WIN);                                          \
        if (window) {                                                                              \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
        return oc_below_MPI_##NAME ARGUMENTS;                                                      \
    }

OBSERVER(Win_fence, (int assertion, MPI_Win win), (assertion, win), win, count_fence(window))
OBSERVER(Win_free, (MPI_Win * win), (win), win ? *win : MPI_WIN_NULL, forget(window))
OBSERVER(Win_complete, (MPI_Win win), (win), win)
OBSERVER(Win_unlock, (int rank, MPI_Win win), (rank, win), win)
OBSERVER(Win_unlock_all, (MPI_Win win), (win), win)
OBSERVER(Win_flush, (int rank, MPI_Win win), (rank, win), win)
OBSERVER(Win_flush_all, (MPI_Win win), (win), win)
OBSERVER(Win_flush_local, (int rank, MPI_Win win), (rank, win), win)
OBSERVER(Win_flush_local_all, (MPI_Win win), (win), win)
