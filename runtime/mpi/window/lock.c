#include "mpi/window/lock.h"

#include "hal/store.h"
#include "mpi/window/ticket.h"

struct waiting {
    hal_address words; /* address of the target's words */
    uint32_t ticket;
    bool exclusive;
};

#define WORD(WORDS, MEMBER) ((WORDS) + offsetof(struct oc_window_words, MEMBER))

/* ---- The queue -------------------------------------------------------------------------------*/

/* Set in each entry of a queue. An entry consists of this bit, a ticket and a place, so no other
 * value looks like an entry. */
#define ENTRY 0x80000000u

static uint32_t entry_of(uint32_t ticket, int place) {
    return ENTRY | ticket << 16 | (uint32_t)place;
}

/* The address of the queue entry for a ticket. */
static hal_address entry_at(const struct oc_window *window, int rank, uint32_t ticket) {
    return window->target[rank].queue + (ticket & (window->turns - 1)) * sizeof(uint32_t);
}

static void join_queue(const struct oc_window *window, int rank, uint32_t ticket) {
    uint32_t entry = entry_of(ticket, hal_place());
    hal_finish(hal_put(entry_at(window, rank, ticket), &entry, sizeof entry));
}

/* If a process waits with this ticket, wakes it to check again whether it may enter. */
static void call(const struct oc_window *window, int rank, uint32_t ticket) {
    uint32_t entry;
    hal_finish(hal_get(&entry, entry_at(window, rank, ticket), sizeof entry));
    int place = (int)(entry & 0xffff);
    if (entry == entry_of(ticket, place))
        hal_store(hal_shared_of(place) + OC_SHARED(doorbell), 1);
}

/* ---- The lock --------------------------------------------------------------------------------*/

static bool is_served(void *context) {
    const struct waiting *waiting = context;
    if (waiting->exclusive)
        return oc_ticket_served(hal_load(WORD(waiting->words, tickets))) == waiting->ticket;
    return hal_load(WORD(waiting->words, entered)) == waiting->ticket;
}

static void wait_for_turn(const struct oc_window *window, int rank, struct waiting *waiting) {
    if (is_served(waiting))
        return;
    join_queue(window, rank, waiting->ticket);
    struct oc_request why = oc_ticket_why(window, rank);
    oc_await_until(is_served, waiting, &why);
}

/* Called when a reader (a process with a shared lock) has entered. Lets the next process enter,
 * too, if it is a reader. */
static void let_readers_in(const struct oc_window *window, int rank,
                           const struct waiting *waiting) {
    uint32_t next = oc_ticket_after(waiting->ticket);
    hal_store(WORD(waiting->words, entered), next);
    if (oc_ticket_next(hal_load(WORD(waiting->words, tickets))) != next)
        call(window, rank, next);
}

void oc_lock_take(struct oc_window *window, int rank, bool exclusive) {
    struct waiting waiting = {oc_window_words(window, rank), 0, exclusive};
    uint32_t before = hal_fetch_add(WORD(waiting.words, tickets), OC_TICKET_NEXT);
    waiting.ticket = oc_ticket_next(before);
    if (oc_ticket_served(before) != waiting.ticket)
        wait_for_turn(window, rank, &waiting);
    if (!exclusive)
        let_readers_in(window, rank, &waiting);
    window->target[rank].ticket = (uint16_t)waiting.ticket;
    window->target[rank].access = exclusive ? OC_ACCESS_EXCLUSIVE : OC_ACCESS_SHARED;
}

void oc_lock_give(struct oc_window *window, int rank) {
    struct oc_target *target = &window->target[rank];
    hal_address words = oc_window_words(window, rank);
    if (target->access == OC_ACCESS_EXCLUSIVE)
        hal_store(WORD(words, entered), oc_ticket_after(target->ticket));
    if (target->access != OC_ACCESS_UNCHECKED) {
        uint32_t before = oc_ticket_serve(WORD(words, tickets));
        uint32_t next = oc_ticket_after(oc_ticket_served(before));
        if (oc_ticket_next(before) != next)
            call(window, rank, next);
    }
    target->access = OC_ACCESS_NONE;
}
