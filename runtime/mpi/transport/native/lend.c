/* The sender's side of long messages inside a tile. The sender lends the data: it gives the
 * receiver access to their memory pages, and takes the access back when the receiver has copied the
 * data. */
#include "mpi/transport/native/lend.h"

const char oc_native_lends;

/* A loan of a message's data. The receiver clears `pending` instead of the send's own word, because
 * the send must not be complete before the receiver's access to the pages ends. */
static struct oc_loan {
    struct oc_loan *next;
    volatile uint32_t pending;
    hal_address release, data;
    size_t bytes;
} loans[OC_LOANS], *unused;

struct oc_loan *oc_native_loans;
static bool is_started;

static void start(void) {
    is_started = true;
    for (struct oc_loan *loan = loans; loan != loans + OC_LOANS; loan++) {
        loan->next = unused;
        unused = loan;
    }
}

/* Lends the data of an offer. Returns null if they cannot be lent. */
static struct oc_loan *lend(const struct oc_offer *offer) {
    if (!is_started)
        start();
    if (!unused || !hal_lend((const void *)(uintptr_t)offer->data, offer->bytes))
        return NULL;
    struct oc_loan *loan = unused;
    unused = loan->next;
    loan->pending = 1;
    loan->release = offer->pending;
    loan->data = offer->data;
    loan->bytes = offer->bytes;
    loan->next = oc_native_loans;
    return oc_native_loans = loan;
}

static void end(struct oc_loan **at) {
    struct oc_loan *loan = *at;
    hal_take_back((const void *)(uintptr_t)loan->data, loan->bytes);
    *at = loan->next;
    loan->next = unused;
    unused = loan;
}

/* hal_reaches() is true if the receiver is the process itself or is in another tile. Such a
 * receiver can read the data without a loan. */
bool oc_native_put_lending(uint32_t *line, size_t bytes, int world) {
    struct oc_offer *offer = (void *)(line + OC_HEADER_WORDS);
    struct oc_loan *loan;
    if (oc_length_of(line[OC_WORD_TAG]) != OC_OFFER || offer->bytes < OC_LENT_BYTES ||
        hal_reaches(world) || !(loan = lend(offer)))
        return oc_native_put_ordinary(line, bytes, world);
    line[OC_WORD_TAG] -= OC_OFFER - OC_LENT_OFFER;
    offer->pending = hal_global((const void *)&loan->pending);
    if (oc_native_put_ordinary(line, bytes, world))
        return true;
    /* The line could not be sent. Restore its offer, which will be tried again later. */
    line[OC_WORD_TAG] += OC_OFFER - OC_LENT_OFFER;
    offer->pending = loan->release;
    end(&oc_native_loans);
    return false;
}

bool oc_native_take_back(void) {
    bool any = false;
    for (struct oc_loan **at = &oc_native_loans; *at;) {
        struct oc_loan *loan = *at;
        if (hal_observe(&loan->pending)) {
            at = &loan->next;
            continue;
        }
        end(at);
        hal_store(loan->release, 0); /* this is in the process' own memory */
        any = true;
    }
    return any;
}
