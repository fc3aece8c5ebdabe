#include "mpi/core/posted.h"
#include "mpi/transport/rendezvous/rendezvous.h"

/* Bells that have rung and were not answered, and those of peers whose header could not be kept. */
static uint32_t rung, held;

/* Whether this job has written the line: peers that share a bell may not have. */
static bool is_known(struct oc_way *way) {
    return way->is_known = oc_line_load(way, OC_LINE(written_by)) == hal_job() + 1;
}

static inline void hear(struct oc_way *way) {
    if (__builtin_expect(!way->is_known, false) && !is_known(way))
        return;
    uint32_t words[2]; /* the length of the header, the flags */
    hal_load_two(words, way->heard + OC_LINE(header.length));
    uint32_t changed = way->seen.word ^ words[1];
    way->seen.word = words[1];
    if (changed & OC_FLAGS_TAKEN && way->seen.taken & OC_MET)
        oc_end_asked(way);
    if (changed & OC_FLAGS_ALLOWED)
        oc_write_granted(way);
    if (changed & OC_FLAGS_WRITTEN)
        oc_read_filled(way);
    if (way->seen.requests != (way->said.taken & ~OC_MET) && !oc_take_request(way, words[0]))
        held |= oc_bell_bit(way->place);
    if (way->waiting.first)
        oc_ask(way);
}

/* Of a number with one bit: which one it is. Its product with a de Bruijn sequence begins with five
 * bits that no other's begins with. */
static inline int number_of(uint32_t bit) {
    static const uint8_t numbers[OC_BELL_PEERS] = {0,  1,  28, 2,  29, 14, 24, 3,  30, 22, 20,
                                                   15, 25, 17, 4,  8,  31, 27, 13, 23, 21, 19,
                                                   16, 7,  26, 12, 18, 6,  11, 5,  10, 9};
    return numbers[bit * 0x077cb531u >> 27];
}

static __attribute__((noinline, cold)) void hear_others(int place) {
    while ((place += OC_BELL_PEERS) < oc_peers)
        hear(oc_way_of(place));
}

static void hear_one(uint32_t bit) {
    int place = number_of(bit);
    if (__builtin_expect(oc_peers > OC_BELL_PEERS, false))
        hear_others(place);
    hear(oc_way_of(place));
}

/* Of several the one that the oldest posted receive waits for, if it has rung: messages of others
 * would be kept, and granted later, whose receives come next. */
static uint32_t choose(uint32_t bells) {
    const struct oc_request *receive = oc_posted;
    if (receive && receive->peer >= 0) {
        uint32_t wanted = oc_bell_bit(oc_communicator_world_rank(receive->comm, receive->peer));
        if (bells & wanted)
            return wanted;
    }
    return bells & -bells;
}

static inline bool answer(void) {
    if (oc_moves && oc_move_follow())
        return true;
    uint32_t bells = rung ? rung : oc_bell_take();
    if (!bells)
        return false;
    uint32_t bell = bells & (bells - 1) ? choose(bells) : bells;
    rung = bells & ~bell;
    hear_one(bell);
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

/* Before the caller falls asleep this process is armed for what others than the transport wait for:
 * not for lines, which are written before a bell is rung. */
bool oc_transport_progress(void) {
    if (answer())
        return true;
    hal_arm(oc_transport_block, OC_SHARED(slot));
    return answer() || (held && retry());
}
