#include "mpi/window/make.h"
#include "hal/store.h"
#include "link/variant.h"

#include <stdlib.h>

#include "mpi/collective/choose.h"
#include "mpi/comm/construct.h"
#include "mpi/error/errhandler.h"
#include "mpi/error/raise.h"
#include "mpi/window/handler.h"
#include "mpi/window/hints.h"
#include "mpi/window/memory.h"
#include "mpi/window/opened_words.h"
#include "mpi/window/shared.h"

/* Null in programs without windows of shared memory. */
extern __typeof__(oc_shared_close) oc_shared_close OC_OPTIONAL;

/* A bit for each slot of the shared block that a window of this process uses. */
static uint32_t used[OC_WINDOWS / 32];

static void set_used(int slot, bool is) {
    if (slot < 0)
        return;
    uint32_t bit = UINT32_C(1) << slot % 32;
    used[slot / 32] = is ? used[slot / 32] | bit : used[slot / 32] & ~bit;
}

/* Flags of each process. The processes combine them, together with the bits of their free slots, by
 * a bitwise AND. */
enum { HAS_MEMORY = 1, WORDS = 2, IS_REACHED = 4 };

/* The smallest power of two that is not less than the number of ranks. */
static uint32_t turns_for(int ranks) {
    uint32_t turns = 1;
    while (turns < (uint32_t)ranks)
        turns *= 2;
    return turns;
}

static void free_memory(int flavor, void *memory) {
    if (flavor == MPI_WIN_FLAVOR_SHARED && memory)
        oc_shared_close(memory);
    free(memory);
}

static struct oc_window *allocate(struct oc_communicator *comm, const struct oc_info *hints) {
    size_t targets = (size_t)comm->size * sizeof(struct oc_target);
    uint32_t turns = turns_for(comm->size);
    struct oc_window *window = calloc(1, sizeof *window + targets + turns * sizeof(uint32_t) +
                                             sizeof(struct oc_window_words));
    if (!window)
        return NULL;
    window->comm = comm;
    window->turns = turns;
    if (hints && !oc_window_hints_begin(window, hints)) {
        free(window);
        return NULL;
    }
    return window;
}

/* Whether atomic accesses of all processes of the job reach the memory of this process. */
static bool is_reached_by_all(void) {
    for (int place = 0; place < hal_places(); place++)
        if (!hal_reaches(place))
            return false;
    return true;
}

static void fill_in(struct oc_window *window, const struct oc_window_part *part) {
    window->base = part->base;
    window->size = part->size;
    window->unit = part->unit;
    window->flavor = part->flavor;
    window->model = MPI_WIN_UNIFIED;
    window->memory = part->memory;
    char *queue = (char *)&window->target[window->comm->size];
    const void *words = window->slot >= 0 ? (void *)&oc_shared_block()->window[window->slot]
                        : window->opened  ? (void *)window->opened
                                          : queue + window->turns * sizeof(uint32_t);
    bool is_dynamic = part->flavor == MPI_WIN_FLAVOR_DYNAMIC;
    window->target[window->comm->rank] =
        (struct oc_target){.base = is_dynamic ? hal_origin() : hal_global(part->base),
                           .bytes = (size_t)part->size,
                           .queue = hal_global(queue),
                           .words = hal_global(words),
                           .unit = (uint32_t)part->unit,
                           .atomic = is_reached_by_all()};
}

/* Takes the window's slot, and exchanges what the ranks of the window must know about each other's
 * memory. */
static int exchange(struct oc_window *window, const struct oc_window_part *part) {
    set_used(window->slot, true);
    fill_in(window, part);
    struct oc_rank_blocks all =
        oc_blocks_uniform(window->target, (int)sizeof *window->target, MPI_BYTE);
    int error = oc_allgather(window->comm, &all);
    for (int rank = 0; rank < window->comm->size; rank++)
        window->target[rank].reached = hal_reaches(oc_communicator_world_rank(window->comm, rank));
    if (error)
        set_used(window->slot, false);
    return error;
}

/* Finds a slot after the first 32 that is free at all processes. Returns a negative number if there
 * is none. */
static int agree_on_slot(const struct oc_participants *participants, int *error) {
    for (int word = 1; word < OC_WINDOWS / 32 && !*error; word++) {
        uint32_t unused = ~used[word];
        *error = oc_participants_and(participants, &unused, 1);
        if (unused)
            return word * 32 + __builtin_ctz(unused);
    }
    return -1;
}

/* Finds a slot that is free at all processes, in programs whose threads call MPI in turn. There,
 * several windows may be made at the same time, and communicators may make them in different
 * orders. The processes therefore agree on one slot after the other. */
static int agree_on_own_slot(const struct oc_communicator *comm,
                             const struct oc_participants *participants, int *error) {
    for (int round = 0; round < OC_WINDOWS && !*error; round++) {
        int slot = (int)(comm->context / OC_CONTEXTS + (uint32_t)round) % OC_WINDOWS;
        uint32_t is_free = !(used[slot / 32] >> slot % 32 & 1), agreed = is_free;
        if (is_free)
            set_used(slot, true);
        *error = oc_participants_and(participants, &agreed, 1);
        if (is_free)
            set_used(slot, false);
        if (agreed)
            return slot;
    }
    return -1;
}

/* Places the words of a window into a memory page of each process to which the other processes have
 * access (opened_words.h). Without such pages, the window cannot be made. */
static int open_words(struct oc_window *window, const struct oc_participants *participants) {
    if (!hal_reaches(hal_place()))
        return MPI_ERR_OTHER;
    window->opened = oc_opened_words_take();
    uint32_t is_there = window->opened != NULL;
    int error = oc_participants_and(participants, &is_there, 1);
    return error || is_there ? error : MPI_ERR_NO_MEM;
}

/* Agrees with the other processes on what a window needs: memory, a slot, and how words are
 * accumulated. If `window` is null, this process has no memory for the window. */
static int agree(const struct oc_communicator *comm, struct oc_window *window,
                 const struct oc_window_part *part, const struct oc_info *hints) {
    struct oc_participants participants = oc_participants_of(comm);
    uint32_t slots_and_more[2] = {~used[0], window ? HAS_MEMORY : 0};
    if (oc_window_granularity(hints) <= (long)sizeof(uint32_t))
        slots_and_more[1] |= WORDS;
    if (is_reached_by_all())
        slots_and_more[1] |= IS_REACHED;
    int error = oc_participants_and(&participants, slots_and_more, 2);
    if (error || !(slots_and_more[1] & HAS_MEMORY))
        return error ? error : MPI_ERR_NO_MEM;
    if (HAL_TURNS)
        window->slot = agree_on_own_slot(window->comm, &participants, &error);
    else
        window->slot = slots_and_more[0] ? __builtin_ctz(slots_and_more[0])
                                         : agree_on_slot(&participants, &error);
    if (!error && window->slot < 0 && !(slots_and_more[1] & IS_REACHED))
        error = open_words(window, &participants);
    if (error)
        return error;
    window->words = slots_and_more[1] & WORDS;
    return exchange(window, part);
}

int oc_window_make(const struct oc_communicator *comm, const struct oc_window_part *part,
                   const struct oc_info *hints, struct oc_window **made) {
    struct oc_communicator *own;
    struct oc_window *window = NULL;
    int error = oc_make_another(comm, &own);
    if (!error) {
        window = part ? allocate(own, hints) : NULL;
        if ((error = agree(own, window, part, hints)))
            oc_communicator_free(own);
    }
    if (error) {
        if (window && window->opened)
            oc_opened_words_give(window->opened);
        free(window);
        if (part)
            free_memory(part->flavor, part->memory);
        return error;
    }
    oc_window_set_errhandler(window, MPI_ERRORS_ARE_FATAL);
    window->next = oc_windows;
    *made = oc_windows = window;
    return MPI_SUCCESS;
}

int oc_give_window(const struct oc_communicator *comm, int error, struct oc_window *made,
                   MPI_Win *handle) {
    if (error)
        return oc_raise(comm, error,
                        error == MPI_ERR_NO_MEM
                            ? "no memory for a window"
                            : "no window could be made|fewer at a time, and the same "
                              "call on all ranks",
                        0, 0);
    *handle = oc_window_handle(made);
    return MPI_SUCCESS;
}

void oc_window_free(struct oc_window *window) {
    oc_window_complete();
    oc_barrier(window->comm);
    oc_window_find(oc_window_handle(window));
    oc_windows = window->next;
    set_used(window->slot, false);
    if (window->opened)
        oc_opened_words_give(window->opened);
    oc_communicator_free(window->comm);
    free_memory(window->flavor, window->memory);
    while (window->regions)
        oc_region_remove(&window->regions);
    free(window);
}
