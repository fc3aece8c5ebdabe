#include "mpi/transport/native/collective/exposure.h"

#include <stdlib.h>
#include <string.h>

#include "hal/store.h"
#include "mpi/collective/barrier.h"
#include "mpi/transport/native/collective/level.h"

/* The barrier is made at this call, when it begins to be worth while. */
#define WORTH_WHILE 2

bool oc_can_expose(struct oc_communicator *comm) {
    struct oc_barrier *barrier = oc_barrier_of(comm);
    if (!barrier->tried && (++barrier->exposures < WORTH_WHILE || oc_barrier_first(comm)))
        return false;
    return barrier->counter;
}

#if HAL_TURNS
size_t oc_exposure_number(const struct oc_communicator *comm) {
    return (size_t)(comm->barrier->released - oc_shared_block()->released);
}
#endif

struct oc_exposure oc_exposure_begin(const struct oc_communicator *comm, int tag) {
    return (struct oc_exposure){.call = {comm, tag, MPI_SUCCESS},
                                .level_before = oc_level_begin(comm)};
}

static void meet(const struct oc_communicator *comm) {
    oc_barrier_complete(comm);
    oc_barrier_counters(comm);
}

static void *reachable(struct oc_exposure *exposure, const void *data, size_t bytes) {
    if (!bytes || hal_global(data))
        return (void *)data;
    free(exposure->copy);
    if (!(exposure->copy = malloc(bytes)))
        oc_coll_keep_error(&exposure->call, MPI_ERR_NO_MEM);
    return exposure->copy ? memcpy(exposure->copy, data, bytes) : NULL;
}

void oc_expose(struct oc_exposure *exposure, const void *data, size_t bytes) {
    struct oc_exposed *own =
        &oc_shared_block()
             ->exposed[(++exposure->step & 1) + 2 * oc_exposure_number(exposure->call.comm)];
    data = reachable(exposure, data, bytes);
    *own = (struct oc_exposed){data ? hal_global(data) : 0, data ? bytes : 0};
    meet(exposure->call.comm);
}

int oc_exposure_end(struct oc_exposure *exposure) {
    hal_finish_all();
    meet(exposure->call.comm);
    oc_level_end(exposure->level_before);
    free(exposure->copy);
    return exposure->call.error;
}

size_t oc_exposed_otherwise(struct oc_exposure *exposure, size_t there, size_t expected,
                            size_t offset, size_t bytes) {
    oc_coll_keep_error(&exposure->call, there > expected ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT);
    size_t left = there > offset ? there - offset : 0;
    return bytes < left ? bytes : left;
}

static __attribute__((always_inline)) inline struct oc_exposed
exposed_by(const struct oc_exposure *exposure, int rank) {
    union {
        struct oc_exposed exposed;
        uint32_t word[sizeof(struct oc_exposed) / 4];
    } got;
    hal_address from = hal_shared_of(oc_communicator_world_rank(exposure->call.comm, rank)) +
                       OC_SHARED(exposed[0]) + (exposure->step & 1) * sizeof got.exposed +
                       2 * oc_exposure_number(exposure->call.comm) * sizeof got.exposed;
    for (size_t i = 0; i < sizeof got.word / sizeof *got.word; i += 2)
        hal_load_two(got.word + i, from + 4 * i);
    return got.exposed;
}

struct oc_exposed oc_exposed_by(const struct oc_exposure *exposure, int rank) {
    return exposed_by(exposure, rank);
}

static inline void fetch(struct oc_exposure *exposure, int rank, size_t offset, void *to,
                         size_t bytes, size_t expected) {
    struct oc_exposed from = exposed_by(exposure, rank);
    if (__builtin_expect(from.bytes != expected, false))
        bytes = oc_exposed_otherwise(exposure, from.bytes, expected, offset, bytes);
    if (bytes)
        hal_get(to, from.data + offset, bytes);
}

void oc_fetch_others(struct oc_exposure *exposure, const struct oc_fetch *what) {
    int size = exposure->call.comm->size, number = what->own;
    int rank = oc_rank_round(what->first + number * what->stride, size);
    size_t from = what->from + (size_t)number * what->from_step;
    size_t at = (size_t)number * what->to_step;
    for (int left = what->count; --left > 0;) {
        rank = oc_rank_round(rank + what->stride, size);
        from += what->from_step;
        at += what->to_step;
        if (++number == what->count) {
            number = 0;
            rank = oc_rank_round(what->first, size);
            from = what->from;
            at = 0;
        }
        size_t bytes = what->bytes;
        if (__builtin_expect(at + bytes > what->limit, false))
            bytes = at < what->limit ? what->limit - at : 0;
        if (bytes)
            fetch(exposure, rank, from, what->to + at, bytes,
                  what->expected ? what->expected : bytes);
    }
}

void oc_fetch_exposed(struct oc_exposure *exposure, int rank, size_t offset, void *to, size_t bytes,
                      size_t expected) {
    oc_fetch_others(exposure, &(struct oc_fetch){.first = rank,
                                                 .count = 2,
                                                 .own = 1,
                                                 .from = offset,
                                                 .to = to,
                                                 .bytes = bytes,
                                                 .limit = bytes,
                                                 .expected = expected});
}
