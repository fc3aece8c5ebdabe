/* Exposed data: collectives in which ranks fetch from each other's memory by DMA, without messages.
 *
 * A collective consists of steps. In a step, each rank first exposes data: it writes in its shared
 * block where they are. When all ranks have met at the barrier, each may fetch from any other.
 * Nobody changes what it has exposed until all have met again, at the beginning of the next step or
 * at the end. Two entries take turns, because a rank may expose data for the next step while others
 * have not yet read where those of this one are.
 *
 * This needs the barrier on counters, which serves one collective at a time. */
#ifndef MPI_COLLECTIVE_EXPOSURE_H
#define MPI_COLLECTIVE_EXPOSURE_H

#include "mpi/collective/barrier.h"
#include "mpi/collective/collective.h"
#include "mpi/core/fibre.h"
#include "mpi/transport/shared_block.h"

/* A collective with exposed data. */
struct oc_exposure {
    struct oc_collective call;
    unsigned step;
    void *copy; /* a copy of data that other processes cannot reach, or null */
};

/* Whether the communicator's ranks can expose data. The first call makes the barrier. */
bool oc_exposure_prepare(struct oc_communicator *comm);

static inline bool oc_can_expose(struct oc_communicator *comm) {
    if (oc_on_fibre() || comm->size == 1 || comm->local)
        return false;
    const struct oc_barrier *barrier = comm->barrier;
    return barrier && barrier->tried ? barrier->counter : oc_exposure_prepare(comm);
}

static inline struct oc_exposure oc_exposure_begin(const struct oc_communicator *comm, int tag) {
    return (struct oc_exposure){.call = {comm, tag, MPI_SUCCESS}};
}

/* Begins a step: exposes data, and meets the other ranks. If there is no memory to copy data that
 * others cannot reach, none are exposed, and others find too few. */
void oc_expose(struct oc_exposure *exposure, const void *data, size_t bytes);

/* Ends the collective: waits for all transfers, and for the other ranks. Returns an error class. */
int oc_exposure_end(struct oc_exposure *exposure);

/* Notes an error, because the other rank has exposed `there` bytes instead of `expected` ones.
 * Returns how many of the `bytes` bytes from `offset` on it has exposed. */
size_t oc_exposed_otherwise(struct oc_exposure *exposure, size_t there, size_t expected,
                            size_t offset, size_t bytes);

/* The data that a rank has exposed in this step. */
static inline struct oc_exposed oc_exposed_by(const struct oc_exposure *exposure, int rank) {
    union {
        struct oc_exposed exposed;
        uint32_t word[sizeof(struct oc_exposed) / 4];
    } got;
    hal_address from = hal_shared_of(oc_communicator_world_rank(exposure->call.comm, rank)) +
                       OC_SHARED(exposed[0]) + (exposure->step & 1) * sizeof got.exposed;
    for (size_t i = 0; i < sizeof got.word / sizeof *got.word; i += 2)
        hal_load_two(got.word + i, from + 4 * i);
    return got.exposed;
}

/* Starts to fetch `bytes` bytes from `offset` on of another rank's exposed data, whose length
 * should be `expected` bytes. */
static inline void oc_fetch_exposed(struct oc_exposure *exposure, int rank, size_t offset, void *to,
                                    size_t bytes, size_t expected) {
    struct oc_exposed from = oc_exposed_by(exposure, rank);
    if (__builtin_expect(from.bytes != expected, false))
        bytes = oc_exposed_otherwise(exposure, from.bytes, expected, offset, bytes);
    if (bytes)
        hal_get(to, from.data + offset, bytes);
}

#endif
