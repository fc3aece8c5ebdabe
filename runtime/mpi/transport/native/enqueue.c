#include "mpi/transport/native/native.h"

/* How long to sleep before trying again, in cycles: about what a receiver needs for a quarter of a
 * full inbox. */
#define PAUSE 2048

/* A receiver that has ended takes nothing out: then there is nothing to try, and whoever sees this
 * process asleep without a deadline can tell why. */
static uint64_t try_again_at(int world) {
    return hal_has_ended(world) ? HAL_NEVER : hal_cycles() + PAUSE;
}

__attribute__((noinline, cold)) static void wait_for_room(const uint32_t *line, size_t bytes,
                                                          int world) {
    struct oc_request why;
    oc_request_fill(&why, &oc_comm_world, line[OC_WORD_SENDER] >> 16, NULL,
                    oc_length_of(line[OC_WORD_TAG]), world, oc_tag_of(line[OC_WORD_TAG]));
    do {
        oc_transport_arm();
        if (!oc_transport_progress())
            oc_sleep(try_again_at(world), &why);
    } while (!hal_inbox_put(world, OC_INBOX, line, bytes));
}

void oc_native_enqueue(const uint32_t *line, size_t bytes, int world) {
    if (!hal_inbox_put(world, OC_INBOX, line, bytes))
        wait_for_room(line, bytes, world);
}
