#include "jobs/backoff.h"

static uint64_t now(const struct oc_allocator *allocator) {
    return allocator->port->now(allocator->port->context);
}

static struct oc_waiting_job *first_own(const struct oc_allocator *allocator) {
    struct oc_waiting_job *entry = allocator->queue;
    while (entry && !entry->is_own)
        entry = entry->next;
    return entry;
}

struct oc_waiting_job *oc_backoff_next(const struct oc_allocator *allocator) {
    struct oc_waiting_job *entry = first_own(allocator);
    return entry && !allocator->outstanding && now(allocator) >= allocator->due ? entry : NULL;
}

bool oc_backoff_must_yield(const struct oc_allocator *allocator) {
    return allocator->outstanding && now(allocator) >= allocator->due;
}

void oc_backoff_note_request(struct oc_allocator *allocator) {
    allocator->due = now(allocator) + allocator->domains->period;
}

/* The length of a pause is random: all lengths from 1 cycle to twice the time for which a request
 * keeps its cores are equally likely. The random number is SplitMix64's output for the cycle and
 * the micro-kernel (Steele, Lea and Flood, 2014). */
void oc_backoff_note_yield(struct oc_allocator *allocator) {
    uint64_t mixed = (now(allocator) << 16 | (uint64_t)allocator->self) + 1;
    mixed *= 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    uint64_t most = 2 * allocator->domains->period;
    allocator->due = now(allocator) + 1 + (mixed ^ mixed >> 31) % most;
}

uint64_t oc_backoff_due(const struct oc_allocator *allocator) {
    return first_own(allocator) ? allocator->due : UINT64_MAX;
}
