#include "jobs/heartbeat.h"

#include <stdlib.h>

#include "hal/hal.h"

/* The next living micro-kernel in a direction, or this micro-kernel if all others are dead. */
static int neighbour(const struct oc_heartbeat *heartbeat, int step) {
    int kernel = heartbeat->self;
    do
        kernel = (kernel + heartbeat->count + step) % heartbeat->count;
    while (heartbeat->dead[kernel]);
    return kernel;
}

static void join(struct oc_heartbeat *heartbeat, uint64_t now) {
    int watched = neighbour(heartbeat, -1);
    if (watched != heartbeat->watched)
        heartbeat->heard = now;
    heartbeat->watched = watched;
    heartbeat->next = neighbour(heartbeat, 1);
}

bool oc_heartbeat_begin(struct oc_heartbeat *heartbeat, int self, int count, uint64_t period,
                        uint64_t now) {
    *heartbeat = (struct oc_heartbeat){.self = self, .count = count, .period = period, .due = now};
    if (period == 0)
        return true;
    heartbeat->dead = calloc((size_t)count, sizeof *heartbeat->dead);
    heartbeat->watched = -1;
    if (heartbeat->dead)
        join(heartbeat, now);
    return heartbeat->dead;
}

void oc_heartbeat_end(struct oc_heartbeat *heartbeat) {
    free(heartbeat->dead);
}

int oc_heartbeat_due(struct oc_heartbeat *heartbeat, uint64_t now) {
    if (heartbeat->period == 0 || now < heartbeat->due || heartbeat->next == heartbeat->self)
        return -1;
    heartbeat->due = now + heartbeat->period;
    return heartbeat->next;
}

void oc_heartbeat_hear(struct oc_heartbeat *heartbeat, int from, uint64_t now) {
    if (from == heartbeat->watched)
        heartbeat->heard = now;
}

void oc_heartbeat_lose(struct oc_heartbeat *heartbeat, int dead, uint64_t now) {
    heartbeat->dead[dead] = true;
    join(heartbeat, now);
}

static uint64_t time_out(const struct oc_heartbeat *heartbeat) {
    return heartbeat->heard + OC_HEARTBEAT_MISSED * heartbeat->period;
}

int oc_heartbeat_missing(const struct oc_heartbeat *heartbeat, uint64_t now) {
    bool is_missing =
        heartbeat->period && heartbeat->watched != heartbeat->self && now >= time_out(heartbeat);
    return is_missing ? heartbeat->watched : -1;
}

uint64_t oc_heartbeat_next(const struct oc_heartbeat *heartbeat) {
    if (heartbeat->period == 0 || heartbeat->watched == heartbeat->self)
        return HAL_NEVER;
    return heartbeat->due < time_out(heartbeat) ? heartbeat->due : time_out(heartbeat);
}
