#include "mpi/transport/native/collective/exposure.h"

#include <stdlib.h>
#include <string.h>

#include "hal/store.h"
#include "mpi/collective/barrier.h"
#include "mpi/transport/native/collective/level.h"

/* The number of the collective on a communicator that sets up its barrier. For fewer collectives
 * this would not be worth while. */
#define WORTH_WHILE 2

bool oc_can_expose(struct oc_communicator *comm) {
    struct oc_barrier *barrier = oc_barrier_of(comm);
    if (!barrier->tried && (barrier->exposures < WORTH_WHILE - 1 || oc_barrier_set_up(comm))) {
        barrier->exposures = WORTH_WHILE - 1;
        return false;
    }
    return barrier->counter && (!oc_on_fibre() || oc_exposure_find(comm));
}

#if HAL_TURNS
size_t oc_exposure_number(const struct oc_communicator *comm) {
    return (size_t)(comm->barrier->released - oc_shared_block()->released);
}
#endif

static inline void meet(const struct oc_communicator *comm) {
    if (__builtin_expect(comm->barrier->arrive && !oc_on_fibre(), true))
        oc_barrier_counters(comm);
    else
        oc_barrier_anywhere(comm);
}

/* Copies data that other processes cannot reach. Returns the address of the copy, or 0. */
static __attribute__((noinline)) hal_address copied(struct oc_exposure *exposure, const void *data,
                                                    size_t bytes) {
    free(exposure->copy);
    if (!(exposure->copy = malloc(bytes))) {
        oc_coll_keep_error(&exposure->call, MPI_ERR_NO_MEM);
        return 0;
    }
    return hal_global(memcpy(exposure->copy, data, bytes));
}

static inline void expose(struct oc_exposure *exposure, const void *data, size_t bytes, void *room,
                          size_t room_bytes) {
    struct oc_exposed *own = &oc_shared_block()->exposed[exposure->entry ^= 1];
    hal_address at = bytes ? hal_global(data) : 0;
    if (__builtin_expect(bytes && !at, false) && !(at = copied(exposure, data, bytes)))
        bytes = 0;
    *own = (struct oc_exposed){at, bytes, room ? hal_global(room) : 0, room_bytes};
}

void oc_expose_both(struct oc_exposure *exposure, const void *data, size_t bytes, void *room,
                    size_t room_bytes) {
    expose(exposure, data, bytes, room, room_bytes);
    meet(exposure->call.comm);
}

void oc_expose_only(struct oc_exposure *exposure, const void *data, size_t bytes, void *room,
                    size_t room_bytes) {
    expose(exposure, data, bytes, room, room_bytes);
    oc_barrier_complete(exposure->call.comm);
    oc_barrier_arrive(exposure->call.comm);
}

void oc_expose(struct oc_exposure *exposure, const void *data, size_t bytes) {
    oc_expose_both(exposure, data, bytes, NULL, 0);
}

void oc_exposure_meet(const struct oc_exposure *exposure) {
    hal_finish_all();
    meet(exposure->call.comm);
}

int oc_exposure_end(struct oc_exposure *exposure) {
    oc_exposure_meet(exposure);
    return oc_exposure_close(exposure);
}

int oc_exposure_close(struct oc_exposure *exposure) {
    uint32_t *refused = &oc_shared_block()->refused[exposure->entry / 2];
    hal_acquire();
    if (__builtin_expect(hal_observe(refused) != 0, false)) {
        oc_coll_keep_error(&exposure->call, (int)*refused);
        *refused = 0;
    }
    oc_level_end(exposure->level_before);
    if (__builtin_expect(exposure->copy != NULL, false))
        free(exposure->copy);
    return exposure->call.error;
}

size_t oc_exposed_otherwise(struct oc_exposure *exposure, size_t there, size_t expected,
                            size_t offset, size_t bytes) {
    oc_coll_keep_error(&exposure->call, there > expected ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT);
    size_t left = there > offset ? there - offset : 0;
    return bytes < left ? bytes : left;
}

/* Returns the offset of a rank's record of exposed data for this step in its shared block. It is
 * equal at all ranks. */
static size_t exposed_offset(const struct oc_exposure *exposure) {
    return OC_SHARED(exposed[0]) + exposure->entry * sizeof(struct oc_exposed);
}

static hal_address block_of(const struct oc_exposure *exposure, int rank) {
    return hal_shared_of(oc_communicator_world_rank(exposure->call.comm, rank));
}

/* Half of a record of exposed data: an address and a length, of the exposed data or of the room for
 * the data of other ranks. */
union half {
    struct {
        hal_address at;
        size_t bytes;
    } place;
    uint32_t word[2 * sizeof(size_t) / 4];
};

static __attribute__((always_inline)) inline union half half_at(hal_address from) {
    union half got;
    for (size_t i = 0; i < sizeof got.word / sizeof *got.word; i += 2)
        hal_load_two(got.word + i, from + 4 * i);
    return got;
}

/* Reads the half of a record that describes the room. The exposed data are at the record's
 * beginning. */
static inline union half room_at(hal_address record) {
    return half_at(record + offsetof(struct oc_exposed, room));
}

struct oc_exposed oc_exposed_by(const struct oc_exposure *exposure, int rank) {
    union half data = half_at(block_of(exposure, rank) + exposed_offset(exposure));
    return (struct oc_exposed){.data = data.place.at, .bytes = data.place.bytes};
}

hal_address oc_room_of(const struct oc_exposure *exposure, int rank) {
    return room_at(block_of(exposure, rank) + exposed_offset(exposure)).place.at;
}

/* Fetches from another rank's exposed data, which `from` describes. */
static inline void fetch(struct oc_exposure *exposure, union half from, size_t offset, void *to,
                         size_t bytes, size_t expected) {
    if (__builtin_expect(from.place.bytes != expected, false))
        bytes = oc_exposed_otherwise(exposure, from.place.bytes, expected, offset, bytes);
    if (bytes)
        hal_get(to, from.place.at + offset, bytes);
}

/* Puts data into a rank's room, or stores an error class at the rank if its room does not have the
 * expected length. */
static inline void give(const struct oc_exposure *exposure, hal_address block, union half to,
                        size_t offset, const char *data, size_t bytes, size_t expected) {
    if (__builtin_expect(to.place.bytes != expected, false))
        hal_store(block + OC_SHARED(refused[exposure->entry / 2]),
                  expected > to.place.bytes ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT);
    else if (bytes)
        hal_put(to.place.at + offset, data, bytes);
}

/* The number of bytes to fetch to offset `at` of the target. It is less than `what->bytes` if the
 * data would pass `what->limit`. */
static inline size_t bytes_at(const struct oc_fetch *what, size_t at) {
    if (__builtin_expect(at + what->bytes <= what->limit, true))
        return what->bytes;
    return at < what->limit ? what->limit - at : 0;
}

/* Fetches from all other ranks. If there is a gift (data to put), exchanges data with half of them
 * instead. The function is inlined, so that a loop without a gift has no instructions for gifts. */
static __attribute__((always_inline)) inline void
move_others(struct oc_exposure *exposure, const struct oc_fetch *what, const struct oc_gift *gift) {
    int size = exposure->call.comm->size, number = what->own;
    int rank = oc_rank_round(what->first + number, size);
    size_t exposed = exposed_offset(exposure);
    size_t from = what->from + (size_t)number * what->from_step;
    size_t at = (size_t)number * what->to_step;
    bool gives = gift && gift->at < what->limit;
    for (int left = gift ? what->count / 2 + 1 : what->count; --left > 0;) {
        rank = oc_rank_round(rank + 1, size);
        from += what->from_step;
        at += what->to_step;
        if (++number == what->count) {
            number = 0;
            rank = oc_rank_round(what->first, size);
            from = what->from;
            at = 0;
        }
        size_t bytes = bytes_at(what, at);
        if (!bytes && !gives)
            continue;
        hal_address block = block_of(exposure, rank);
        if (bytes)
            fetch(exposure, half_at(block + exposed), from, what->to + at, bytes,
                  what->expected ? what->expected : bytes);
        if (gives && (left > 1 || (what->count & 1)))
            give(exposure, block, room_at(block + exposed), gift->at,
                 gift->data + (size_t)number * gift->step, gift->bytes, gift->expected);
    }
}

void oc_fetch_others(struct oc_exposure *exposure, const struct oc_fetch *what) {
    move_others(exposure, what, NULL);
}

void oc_exchange_others(struct oc_exposure *exposure, const struct oc_fetch *what,
                        const struct oc_gift *gift) {
    /* Stores through other pointers cannot change this copy, so its values may stay in
     * registers. */
    struct oc_gift own = *gift;
    move_others(exposure, what, &own);
}

/* A round: the memory of the one other rank with which this rank exchanges data. */
struct round {
    hal_address block; /* the other rank's shared block */
    union half data, room;
};

static void look_up(struct round *round, const struct oc_exposure *exposure, int rank) {
    round->block = block_of(exposure, rank);
    hal_address record = round->block + exposed_offset(exposure);
    round->data = half_at(record);
    round->room = room_at(record);
}

void oc_exchange_in_rounds(struct oc_exposure *exposure, const struct oc_fetch *what,
                           const struct oc_gift *gift, size_t common) {
    const struct oc_communicator *comm = exposure->call.comm;
    int in_a_row = common < OC_ROUND_BYTES ? OC_ROUNDS_IN_A_ROW : 1;
    struct round round;
    for (int distance = 1, left = 0; distance < comm->size; distance++) {
        int other = comm->rank ^ distance, lower = other < comm->rank ? other : comm->rank;
        bool is_own_turn = (comm->rank == lower) == !__builtin_parity((unsigned)lower);
        if (is_own_turn)
            look_up(&round, exposure, other);
        if (!left--) {
            left = in_a_row - 1;
            if (distance > 1)
                oc_exposure_meet(exposure);
        }
        if (is_own_turn) {
            fetch(exposure, round.data, what->from, what->to + (size_t)other * what->to_step,
                  what->bytes, what->expected);
            give(exposure, round.block, round.room, gift->at,
                 gift->data + (size_t)other * gift->step, gift->bytes, gift->expected);
        }
    }
}

void oc_fetch_exposed(struct oc_exposure *exposure, int rank, size_t offset, void *to, size_t bytes,
                      size_t expected) {
    fetch(exposure, half_at(block_of(exposure, rank) + exposed_offset(exposure)), offset, to, bytes,
          expected);
}

/* Reads the entry for this rank in the table that another rank has exposed. */
static inline union half listed(const struct oc_exposure *exposure, int rank, union half table) {
    const struct oc_communicator *comm = exposure->call.comm;
    hal_address from = table.place.at + (size_t)comm->rank * sizeof(struct oc_place);
    union half entry;
    if (hal_is_direct() && hal_reaches(oc_communicator_world_rank(comm, rank)))
        return half_at(from);
    hal_finish(hal_get(&entry, from, sizeof entry));
    return entry;
}

bool oc_fetch_listed(struct oc_exposure *exposure, int rank, void *to, size_t bytes) {
    union half table = half_at(block_of(exposure, rank) + exposed_offset(exposure));
    if (__builtin_expect(!table.place.bytes, false))
        return false;
    union half from = listed(exposure, rank, table);
    if (__builtin_expect(from.place.at || !from.place.bytes, true))
        fetch(exposure, from, 0, to, bytes, bytes);
    return true;
}

void oc_give_listed(const struct oc_exposure *exposure, int rank, const void *data, size_t bytes) {
    hal_address block = block_of(exposure, rank);
    union half table = half_at(block + exposed_offset(exposure));
    if (__builtin_expect(!table.place.bytes, false))
        return;
    union half to = listed(exposure, rank, table);
    if (__builtin_expect(to.place.at || !to.place.bytes, true))
        give(exposure, block, to, 0, data, bytes, bytes);
}

void oc_give_exposed(struct oc_exposure *exposure, int rank, size_t offset, const void *data,
                     size_t bytes, size_t expected) {
    hal_address block = block_of(exposure, rank);
    give(exposure, block, room_at(block + exposed_offset(exposure)), offset, data, bytes, expected);
}
