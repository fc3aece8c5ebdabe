/* The receiver's side of lent messages (lend.h). */
#include "mpi/core/request_queue.h"
#include "mpi/transport/native/lend.h"

static struct oc_request_queue lent; /* receives whose data are still to be copied */
static bool is_arriving;

/* The number of checks for arrivals before the process copies a message that came before its
 * receive. The program may be about to send something for which other processes wait (MPI_Sendrecv,
 * MPI_Irecv). */
#define POSTPONED 4
static int postponed;

bool oc_native_arrive_lending(struct oc_request *receive, struct oc_request **at, uint32_t *line) {
    is_arriving = true;
    bool is_taken = oc_native_arrive_ordinary(receive, at, line);
    is_arriving = false;
    return is_taken;
}

static size_t wanted(const struct oc_request *receive) {
    return receive->received < receive->bytes ? receive->received : receive->bytes;
}

void oc_transport_fetch_lending(struct oc_request *receive, const void *body) {
    const struct oc_kept_offer *lent_offer = body;
    if (lent_offer->kind != OC_LENT_OFFER || !wanted(receive)) {
        oc_transport_fetch(receive, body);
        return;
    }
    receive->from = lent_offer->offer.data;
    receive->release = lent_offer->offer.pending;
    postponed = is_arriving ? 0 : POSTPONED;
    oc_request_queue_append(&lent, receive);
}

static bool copy_next(void) {
    if (postponed) {
        postponed--;
        hal_stay_awake();
        return false;
    }
    struct oc_request *receive = oc_request_queue_pop(&lent);
    hal_copy_lent(receive->buffer, receive->from, wanted(receive));
    oc_native_release(receive);
    receive->pending = 0;
    return true;
}

bool oc_native_complete_lending(void) {
    return (oc_native_loans && oc_native_take_back()) || oc_native_complete_ordinary() ||
           (lent.first && copy_next());
}
