#include "mpi/transport/rendezvous/rendezvous.h"

/* Bells that have rung and were not answered, and those of peers whose header could not be kept. */
static uint32_t rung, held;

/* A line in a memory, as it is now. False: this job has not written it. */
static bool copy_line(const struct oc_way *way) {
    hal_finish(hal_get((void *)way->heard, way->heard_at, sizeof *way->heard));
    return way->heard->written_by == hal_job() + 1;
}

static inline void hear(struct oc_way *way) {
    volatile struct oc_line *line = way->heard;
    if (__builtin_expect(way->heard_at != 0, false) && !copy_line(way))
        return;
    if (hal_observe(&line->allowed) != way->allowed)
        oc_write_granted(way);
    if (hal_observe(&line->written) != way->filled)
        oc_read_filled(way);
    if (hal_observe(&line->requests) != way->received && !oc_take_request(way))
        held |= oc_bell_bit(way->place);
    if (way->waiting.first)
        oc_ask(way);
}

/* Of a number with one bit: which one it is. Its product with a de Bruijn sequence begins with four
 * bits that no other's begins with. */
static inline int number_of(uint32_t bit) {
    static const uint8_t numbers[OC_BELL_PEERS] = {0,  1, 2, 5,  3,  9, 6,  11,
                                                   15, 4, 8, 10, 14, 7, 13, 12};
    return numbers[bit * 0x09af >> 12 & 15];
}

static inline void hear_one(uint32_t bit) {
    for (int place = number_of(bit); place < oc_places; place += OC_BELL_PEERS)
        hear(oc_way_of(place));
}

/* One bell at a time: of more, messages would be kept whose receives come next. */
static bool answer(void) {
    if (oc_moves && oc_move_follow())
        return true;
    if (!rung)
        rung = oc_memory_count ? oc_bell_take_memories() : oc_bell_take();
    if (!rung)
        return false;
    uint32_t bit = rung & -rung;
    rung ^= bit;
    hear_one(bit);
    return true;
}

/* Tries those again that were held back. */
static bool retry(void) {
    uint32_t bits = held;
    held = 0;
    for (uint32_t rest = bits; rest; rest &= rest - 1)
        hear_one(rest & -rest);
    return held != bits;
}

/* Memories that wake nobody. While ranks are agreed there are no messages to be polled for. */
static bool progress_by_polling(void) {
    if (!oc_comm_world.size)
        return false;
    if (answer() || (held && retry()))
        return true;
    oc_bell_rest();
    return false;
}

/* Before the caller falls asleep this process is armed for the bell alone: not for lines, which are
 * written before it is rung. */
bool oc_transport_progress(void) {
    if (oc_memory_count)
        return progress_by_polling();
    if (answer())
        return true;
    hal_arm(oc_transport_block, OC_SHARED(slot));
    return answer() || (held && retry());
}
