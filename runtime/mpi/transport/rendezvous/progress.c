#include "mpi/transport/rendezvous/rendezvous.h"

/* Bells of peers whose header could not be kept. */
static uint32_t held;

/* What the peer has written, as it is now. */
static const volatile struct oc_line *look(const struct oc_way *way) {
    static struct oc_line copy;
    if (!way->heard_at)
        return way->heard;
    hal_finish(hal_get(&copy, way->heard_at, sizeof copy));
    return &copy;
}

static void hear(struct oc_way *way) {
    const volatile struct oc_line *line = look(way);
    way->looking = true;
    way->taken = hal_observe(&line->taken);
    oc_ask(way);
    if (hal_observe(&line->allowed) != way->allowed)
        oc_write_granted(way, line);
    if (hal_observe(&line->written) != way->filled) {
        way->filled = line->written;
        oc_read_filled(way);
    }
    if (hal_observe(&line->requests) != way->received && !oc_take_request(way, line))
        held |= oc_bell_bit(way->place);
    way->looking = false;
    if (way->rings)
        oc_ring(way);
    way->rings = false;
}

static void hear_all(uint32_t bits) {
    for (; bits; bits &= bits - 1)
        for (int place = __builtin_ctz(bits); place < hal_places(); place += OC_BELL_BITS)
            hear(oc_way_of(place));
}

/* Tries those again that were held back. */
static bool retry(void) {
    uint32_t bits = held;
    held = 0;
    hear_all(bits);
    return held != bits;
}

/* One bell at a time: more messages would be kept whose receives come next. */
bool oc_transport_progress(void) {
    static uint32_t rung;
    bool moved = oc_move_follow();
    if (!rung)
        rung = oc_bell_take();
    if (rung) {
        uint32_t bit = rung & -rung;
        rung &= rung - 1;
        hear_all(bit);
        return true;
    }
    if (moved || retry())
        return true;
    oc_bell_rest();
    return false;
}
