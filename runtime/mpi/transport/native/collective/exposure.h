/* Direct collectives: ranks fetch from each other's memory by DMA, without messages.
 *
 * A collective consists of steps. In a step, each rank first exposes data: it writes the address
 * and length of the data into a record in its shared block. When all ranks have met at the barrier,
 * each may fetch from any other. No rank changes the data that it has exposed until all have met
 * again, at the beginning of the next step or at the end. (A broadcast around a ring has no meeting
 * at the end: a rank there knows when others have read its record and its data.) A rank has two
 * records, which it uses in turn, because it may expose data for the next step while other ranks
 * have not yet read the record of this step.
 *
 * A communicator needs the barrier on counters for this, which serves one collective at a time. If
 * the communicator has a priority level, all packets have this level until the end of the
 * collective (level.h). */
#ifndef MPI_TRANSPORT_NATIVE_COLLECTIVE_EXPOSURE_H
#define MPI_TRANSPORT_NATIVE_COLLECTIVE_EXPOSURE_H

#include "mpi/collective/barrier.h"
#include "mpi/collective/collective.h"
#include "mpi/core/fibre.h"
#include "mpi/transport/native/collective/level.h"
#include "mpi/transport/shared_block.h"

/* The largest total length in bytes of blocks that the library copies into one contiguous buffer.
 * Ranks can fetch only contiguous data, so the library copies noncontiguous blocks. It also copies
 * the blocks of an all-to-all in place. */
#define OC_PIECE_BYTES 65536

/* A collective with exposed data. */
struct oc_exposure {
    struct oc_collective call;
    unsigned entry;   /* index of this step's record in oc_shared_block()->exposed */
    int level_before; /* the priority level to restore, from oc_level_begin() */
    void *copy;       /* a copy of data that other processes cannot reach, or null */
};

/* Whether the communicator's ranks can expose data now. The second call on a communicator sets up
 * its barrier; this would not be worth while for a single collective. */
bool oc_can_expose(struct oc_communicator *comm);

/* Begins a step: exposes data, and meets the other ranks. Data that other ranks cannot reach are
 * copied first. If there is no memory for the copy, no data are exposed, and the other ranks then
 * find a length that they do not expect. */
void oc_expose(struct oc_exposure *exposure, const void *data, size_t bytes);
/* Begins a step as oc_expose() does, in which other ranks may also put their data into `room`. */
void oc_expose_both(struct oc_exposure *exposure, const void *data, size_t bytes, void *room,
                    size_t room_bytes);

/* Does what oc_expose_both() does, but does not wait for the other ranks: the caller goes on with
 * oc_barrier_complete(). */
void oc_expose_only(struct oc_exposure *exposure, const void *data, size_t bytes, void *room,
                    size_t room_bytes);

/* Begins a step in which the ranks have the same data and room exposed as in the step before: waits
 * for all transfers, and meets the other ranks. */
void oc_exposure_meet(const struct oc_exposure *exposure);

/* Ends the collective: waits for all transfers, and for the other ranks. Returns an error class. */
int oc_exposure_end(struct oc_exposure *exposure);
/* Ends the collective at a rank that knows that all transfers from and to its memory have ended. */
int oc_exposure_close(struct oc_exposure *exposure);

/* Notes an error: another rank has exposed `there` bytes instead of `expected` bytes. A caller that
 * wants `bytes` bytes from `offset` on gets the number of these that the other rank has exposed. */
size_t oc_exposed_otherwise(struct oc_exposure *exposure, size_t there, size_t expected,
                            size_t offset, size_t bytes);

/* The number of the pair of records that the communicator's ranks use in their shared blocks.
 * Communicators that may expose data at the same time need different pairs. If several threads may
 * be in calls of MPI (HAL_TURNS), each communicator uses the number of its barrier, which no other
 * one has. If not, only collectives on fibres overlap with others: their ranks agree on a pair, and
 * all other collectives use pair 0. */
#if HAL_TURNS
size_t oc_exposure_number(const struct oc_communicator *comm);
#else
static inline size_t oc_exposure_number(const struct oc_communicator *comm) {
    return oc_on_fibre() ? comm->barrier->exposure : 0;
}
#endif

/* Begins a collective with exposed data. */
static inline struct oc_exposure oc_exposure_begin(const struct oc_communicator *comm, int tag) {
    return (struct oc_exposure){.call = {comm, tag, MPI_SUCCESS},
                                .entry = 2 * (unsigned)oc_exposure_number(comm),
                                .level_before = oc_level_begin(comm)};
}

/* Called on a fibre: the ranks agree on a free pair of records. Returns false if there is none.
 * This function and the next one, which frees the pair, are null in programs without nonblocking
 * collectives. */
bool oc_exposure_find(struct oc_communicator *comm) OC_OPTIONAL;
void oc_exposure_free(const struct oc_barrier *barrier) OC_OPTIONAL;

/* Returns where the data are that a rank has exposed in this step. */
struct oc_exposed oc_exposed_by(const struct oc_exposure *exposure, int rank);

/* Returns the address of the room that a rank has exposed in this step, or 0. */
hal_address oc_room_of(const struct oc_exposure *exposure, int rank);

/* Starts to fetch `bytes` bytes from a rank's exposed data, beginning at `offset`. The exposed data
 * should have `expected` bytes. */
void oc_fetch_exposed(struct oc_exposure *exposure, int rank, size_t offset, void *to, size_t bytes,
                      size_t expected);

/* An entry of a table that a rank exposes, with one entry for each rank: the address and length in
 * bytes of the data, or of the room, for that rank. The address is 0 if other ranks cannot reach
 * it. */
struct oc_place {
    _Alignas(8) hal_address at;
    size_t bytes;
};

/* Starts to fetch the data that another rank's table lists for this rank. If the listed length is
 * not `bytes`, notes an error. Does nothing if the entry has a length but no address: the other
 * rank then puts the data here. Returns false if that rank has exposed no table. */
bool oc_fetch_listed(struct oc_exposure *exposure, int rank, void *to, size_t bytes);

/* Starts to put data into the room that another rank's table lists for this rank. If the listed
 * length is not `bytes`, that rank gets an error. Does nothing if the entry has a length but no
 * address: the other rank then fetches the data. */
void oc_give_listed(const struct oc_exposure *exposure, int rank, const void *data, size_t bytes);

/* Starts to put `bytes` bytes at `offset` into the room that another rank has exposed, whose length
 * should be `expected` bytes. */
void oc_give_exposed(struct oc_exposure *exposure, int rank, size_t offset, const void *data,
                     size_t bytes, size_t expected);

/* The data that a rank fetches from the other members of a group. The group consists of `count`
 * ranks: rank `first` and the ranks after it, modulo the size of the communicator. Members are
 * numbered from 0. */
struct oc_fetch {
    int first, count;
    int own; /* this rank's number */
    /* Offset in member 0's exposed data, and the increment from each member to the next. */
    size_t from, from_step;
    char *to;       /* where to store the data of member 0 */
    size_t to_step; /* increment for each next member */
    size_t bytes;   /* number of bytes to fetch from each member */
    size_t limit;   /* number of bytes that fit in `to`; data beyond them are not fetched */
    /* The length of the data that each member exposes. If it is 0, each member exposes the length
     * that is fetched. */
    size_t expected;
};

/* Starts to fetch from the other members in their order, beginning with the member after this rank,
 * so that not all ranks fetch from one rank at the same time. */
void oc_fetch_others(struct oc_exposure *exposure, const struct oc_fetch *fetch);

/* The data that a rank puts into the rooms of the other members of a group. A member whose room
 * does not have the expected length gets an error instead. */
struct oc_gift {
    const char *data; /* data for member 0 */
    size_t step;      /* distance to the next member's data */
    size_t bytes;     /* number of bytes for each member */
    size_t at;        /* offset in each member's room */
    size_t expected;  /* length of each member's room */
};

/* Exchanges data with all other members of a group. One rank of each pair moves the data of both:
 * it fetches the other rank's data and puts its own. Fetched data travel in the network of answers,
 * put data in that of requests, so each network carries half of the data. */
void oc_exchange_others(struct oc_exposure *exposure, const struct oc_fetch *fetch,
                        const struct oc_gift *gift);

/* Does what oc_exchange_others() does, for all ranks of a communicator, whose number is a power of
 * two, but in rounds. In each round a rank exchanges data with one other rank. The ranks meet after
 * each round, so that packets of different rounds do not delay each other. `common` is the block
 * length in bytes that all ranks use to choose the algorithm. If it is less than OC_ROUND_BYTES,
 * the ranks meet only after every OC_ROUNDS_IN_A_ROW rounds.
 *
 * In each round, one rank of a pair moves the data of both: the lower rank if its number has an
 * even number of one bits, otherwise the higher rank. So of the pairs whose data cross a link, half
 * use the network of requests and half that of answers. */
#define OC_ROUND_BYTES 2048
#define OC_ROUNDS_IN_A_ROW 4
void oc_exchange_in_rounds(struct oc_exposure *exposure, const struct oc_fetch *fetch,
                           const struct oc_gift *gift, size_t common);

/* The length of piece `number`, if data of `bytes` bytes are divided into pieces of `piece`. */
static inline size_t oc_piece_bytes(size_t bytes, size_t piece, int number) {
    size_t before = piece * (size_t)number, left = bytes > before ? bytes - before : 0;
    return left < piece ? left : piece;
}

#endif
