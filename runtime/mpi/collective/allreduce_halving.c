#include "mpi/collective/allreduce_power.h"

/* A range of elements. */
struct range {
    size_t first, end;
};

/* The number of ranks is an int, so it can be halved at most this many times. */
#define MOST_STEPS 31

/* Returns one half of a range of elements. In a step, a rank keeps one half and leaves the other to
 * its peer. */
static struct range half(struct range range, bool upper) {
    size_t middle = range.first + (range.end - range.first) / 2;
    return upper ? (struct range){middle, range.end} : (struct range){range.first, middle};
}

static void exchange_halves(struct oc_collective *call, const struct oc_power *power, int other,
                            struct range sent, char *room, struct range received) {
    size_t element = power->bytes / power->count;
    int peer = oc_power_rank(power, other);
    oc_coll_sendrecv(call, peer, power->mine + sent.first * element,
                     (sent.end - sent.first) * element, peer, room + received.first * element,
                     (received.end - received.first) * element);
}

/* Halves the range of elements down to this rank's part of the result, then doubles it back up to
 * all elements. A rank always combines its operand with that of the nearest ranks, so operands are
 * combined in the order of ranks. */
static void halve_and_double(struct oc_collective *call, struct oc_power *power) {
    struct range range[MOST_STEPS + 1] = {{0, power->count}};
    size_t element = power->bytes / power->count;
    int step = 0;
    for (int bit = 1; bit < power->ranks; bit *= 2, step++) {
        bool upper = power->index & bit;
        struct range kept = half(range[step], upper);
        exchange_halves(call, power, power->index ^ bit, half(range[step], !upper), power->other,
                        kept);
        oc_power_combine(call, power, power->index ^ bit, kept.first * element,
                         kept.end - kept.first);
        range[step + 1] = kept;
    }
    while (step-- > 0) {
        bool upper = power->index >> step & 1;
        exchange_halves(call, power, power->index ^ 1 << step, range[step + 1], power->mine,
                        half(range[step], !upper));
    }
}

int oc_allreduce_halving(const struct oc_communicator *comm, const void *mine, void *result,
                         size_t count, size_t bytes, const struct oc_reduction *reduction) {
    return oc_allreduce_power(comm, mine, result, count, bytes, reduction, halve_and_double);
}
