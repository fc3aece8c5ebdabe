#include "mpi/transport/native/collective/ring.h"

#include <stdlib.h>

#include "hal/store.h"
#include "mpi/core/request.h"
#include "mpi/transport/native/collective/cost.h"
#include "mpi/transport/native/collective/exposure.h"

/* How often a rank looks for a piece before it handles messages and sleeps. */
#define LOOKS 40

/* The DMA lanes (hal/store.h) for puts and for fetches around the ring, and for this rank's own
 * piece. */
#define PUTS 0
#define FETCHES 1
#define OWN 2

/* The largest number of pieces that the root puts. */
#define MOST_GIVEN 32

/* The pieces that travel in one direction. */
struct flow {
    size_t at;                     /* offset of the next piece */
    uint32_t number, end;          /* number of the next piece, and of pieces in all */
    const volatile uint32_t *here; /* counts the pieces that have arrived where they come from */
    hal_address next;              /* the word that counts them for the rank that is next */
};

struct ring {
    struct oc_exposure exposure;
    char *data;
    hal_address other; /* address of the data of the rank after this one */
    size_t piece, last, limit;
    struct flow puts, fetches;
    struct oc_place own; /* where this rank's memory is, for the root */
    int before;
};

/* The length of the piece at offset `at`, of data of `limit` bytes. */
static __attribute__((always_inline)) inline size_t length(size_t at, size_t piece, size_t limit) {
    size_t left = at < limit ? limit - at : 0;
    return left < piece ? left : piece;
}

static __attribute__((noinline)) void sleep(const struct ring *ring, const volatile uint32_t *word,
                                            uint32_t value) {
    const struct oc_communicator *comm = ring->exposure.call.comm;
    struct oc_request why;
    oc_request_fill(&why, comm, comm->context + OC_CONTEXT_COLLECTIVE, NULL, ring->limit,
                    ring->before, ring->exposure.call.tag);
    for (uint32_t seen; (seen = hal_observe(word)) <= value;)
        oc_await_anywhere(word, seen, &why);
}

/* Waits until a word is larger than `value`. */
static __attribute__((always_inline)) inline void
await(const struct ring *ring, const volatile uint32_t *word, uint32_t value) {
    for (int looks = LOOKS; looks; looks--)
        if (hal_observe(word) > value)
            return;
    sleep(ring, word, value);
}

/* Passes on pieces until none is left or none has arrived for a while. Returns whether pieces are
 * left. */
static bool pass_on(struct ring *ring) {
    struct flow puts = ring->puts, fetches = ring->fetches; /* in registers */
    char *data = ring->data;
    hal_address other = ring->other;
    size_t piece = ring->piece, last = ring->last, limit = ring->limit;
    int looks = LOOKS;
    while (looks-- && (puts.number != puts.end || fetches.number != fetches.end)) {
        if (puts.number != puts.end && hal_observe(puts.here) > puts.number &&
            hal_lane_is_free(PUTS)) {
            hal_put_counted(PUTS, other + puts.at, data + puts.at, length(puts.at, piece, limit),
                            puts.next);
            puts.at = puts.at ? puts.at - piece : last;
            puts.number++;
            looks = LOOKS;
        }
        if (fetches.number != fetches.end && hal_observe(fetches.here) > fetches.number &&
            hal_lane_is_free(FETCHES)) {
            hal_get_counted(FETCHES, data + fetches.at, other + fetches.at,
                            length(fetches.at, piece, limit),
                            ++fetches.number == fetches.end ? 0 : fetches.next);
            fetches.at = fetches.at == last ? 0 : fetches.at + piece;
            looks = LOOKS;
        }
    }
    ring->puts = puts;
    ring->fetches = fetches;
    hal_count_no_more(); /* messages use transfers, too */
    return looks < 0;
}

/* The root's part. Every second rank, beginning with the second one after the root, tells in the
 * root's table where its memory is, and the root puts the pieces of these ranks. Then it waits
 * until the other ranks have fetched theirs. */
static void give(struct ring *ring, volatile struct oc_place *table, size_t bytes) {
    const struct oc_communicator *comm = ring->exposure.call.comm;
    const struct oc_shape *shape = &comm->barrier->shape;
    size_t piece = ring->piece, at = piece, set = ring->exposure.entry / 2;
    struct oc_shared_block *block = oc_shared_block();
    struct oc_walk walk = shape->own;
    uint32_t others = (uint32_t)comm->size - 1, given = table ? others / 2 : 0;
    oc_walk_on(&walk, shape);
    ring->before = walk.rank;
    oc_barrier_complete(comm);
    for (uint32_t left = given; left > 0; left--, table++) {
        oc_walk_on(&walk, shape);
        hal_address there = hal_shared_of(oc_communicator_world_rank(comm, walk.rank));
        size_t length_there;
        for (int looks = LOOKS; !(length_there = table->bytes); looks--)
            if (looks <= 0 &&
                (length_there = oc_exposed_by(&ring->exposure, walk.rank).bytes) != bytes) {
                /* The rank has other data, and may tell of them later or never. */
                comm->barrier->table = NULL;
                break;
            }
        hal_acquire();
        table->bytes = 0;
        if (__builtin_expect(length_there != bytes, false))
            hal_store(there + OC_SHARED(refused[set]),
                      bytes > length_there ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT);
        hal_put_counted((int)(left & 1), table->at + at, ring->data + at,
                        length(at, piece, length_there == bytes ? bytes : 0),
                        there + OC_SHARED(segments[set]));
        oc_walk_on(&walk, shape);
        at += 2 * piece;
    }
    hal_count_no_more();
    await(ring, &block->segments[set], others - given - 1);
}

/* Begins to get this rank's piece from the root. Returns whether the root puts it. */
static bool get_own(struct ring *ring, int number, int root, size_t at, size_t bytes) {
    struct oc_exposure *exposure = &ring->exposure;
    const struct oc_communicator *comm = exposure->call.comm;
    hal_address table = number & 1 ? oc_room_of(exposure, root) : 0;
    if (table) {
        ring->own = (struct oc_place){hal_global(ring->data), bytes};
        hal_put_counted(OWN, table + (size_t)(number / 2) * sizeof ring->own, &ring->own,
                        sizeof ring->own, 0);
        return true;
    }
    struct oc_exposed source = oc_exposed_by(exposure, root);
    if (__builtin_expect(source.bytes != bytes, false))
        bytes = oc_exposed_otherwise(exposure, source.bytes, bytes, 0, 0);
    hal_get_counted(OWN, ring->data + at, source.data + at, length(at, ring->piece, bytes),
                    hal_shared_of(oc_communicator_world_rank(comm, root)) +
                        OC_SHARED(segments[exposure->entry / 2]));
    return false;
}

int oc_bcast_ring(const struct oc_communicator *comm, void *data, size_t bytes, int root) {
    size_t set = oc_exposure_number(comm), piece = comm->barrier->piece;
    struct oc_barrier *barrier = comm->barrier;
    const struct oc_shape *shape = &barrier->shape;
    struct oc_shared_block *block = oc_shared_block();
    struct oc_segments *own = &block->broadcast[set];
    int size = comm->size;
    bool is_root = comm->rank == root;
    struct oc_place *table = NULL;
    if (is_root && piece >= OC_BCAST_LONG_PIECE && size <= 2 * MOST_GIVEN && !oc_on_fibre() &&
        !(table = barrier->table))
        table = barrier->table = calloc(MOST_GIVEN, sizeof *table);
    struct ring ring;
    ring.exposure = oc_exposure_begin(comm, OC_TAG_BCAST);
    ring.data = data;
    ring.piece = piece;
    ring.limit = bytes;
    own->put[0] = 1; /* The first piece to put is this rank's own one. */
    own->put[1] = own->there[0] = block->segments[set] = 0;
    oc_expose_only(&ring.exposure, data, bytes, table, 0);
    if (is_root) {
        give(&ring, table, bytes);
        return oc_exposure_close(&ring.exposure);
    }
    if (__builtin_expect(barrier->root != root, false)) {
        barrier->root = root;
        barrier->root_place = oc_shape_turned(shape, root);
    }
    int number = oc_rank_round(shape->place - barrier->root_place, size) - 1;
    int after = shape->after[shape->after[0] == root];
    size_t at = (size_t)number * piece, last = (size_t)(size - 2) * piece;
    ring.before = shape->before[shape->before[0] == root];
    ring.last = last;
    oc_barrier_complete(comm);
    bool is_given = get_own(&ring, number, root, at, bytes);
    struct oc_exposed other = oc_exposed_by(&ring.exposure, after);
    if (__builtin_expect(other.bytes != bytes, false))
        ring.limit = oc_exposed_otherwise(&ring.exposure, other.bytes, bytes, 0, 0);
    ring.other = other.data;
    hal_address next =
        hal_shared_of(oc_communicator_world_rank(comm, after)) + OC_SHARED(broadcast[set]);
    uint32_t puts = (uint32_t)(size - 1) / 2;
    ring.puts = (struct flow){.at = at, .end = puts, .here = own->put, .next = next};
    ring.fetches =
        (struct flow){.at = at == last ? 0 : at + piece,
                      .end = (uint32_t)size - 2 - puts,
                      .here = own->there,
                      .next = hal_shared_of(oc_communicator_world_rank(comm, ring.before)) +
                              OC_SHARED(broadcast[set].there)};
    if (is_given)
        await(&ring, &block->segments[set], 0);
    else
        while (!hal_lane_is_free(OWN))
            ;
    hal_store(ring.fetches.next, 1);
    while (pass_on(&ring)) {
        const struct flow *flow = ring.puts.number != ring.puts.end ? &ring.puts : &ring.fetches;
        await(&ring, flow->here, flow->number);
    }
    hal_store(next + sizeof(uint32_t), 1);
    await(&ring, own->put, puts);
    await(&ring, own->put + 1, 0);
    return oc_exposure_close(&ring.exposure);
}
