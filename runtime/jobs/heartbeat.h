/* How a micro-kernel notices that another one has died: each tells the next living one in the order
 * of their numbers, from time to time, that it is alive, and watches the one before it.
 *
 * Heartbeats also find a micro-kernel that hangs, which a notice by the hardware of a stopped core
 * would not, at one message per period. A watcher checks only when it has no message left to take,
 * so that its own work does not make the other one look dead; so the time-out must only exceed the
 * time for which the other one may work on one message, which is that of sending to all. */
#ifndef JOBS_HEARTBEAT_H
#define JOBS_HEARTBEAT_H

#include <stdbool.h>
#include <stdint.h>

#define OC_HEARTBEAT_MISSED 4 /* periods without a sign of life */

struct oc_heartbeat {
    int self, count;
    uint64_t period; /* cycles; 0: no heartbeats */
    bool *dead;
    int next, watched; /* self: all others are dead */
    uint64_t due;      /* cycle of the next own one */
    uint64_t heard;    /* cycle of the last of `watched` */
};

/* False: no memory. Times are hal_cycles(). */
bool oc_heartbeat_begin(struct oc_heartbeat *heartbeat, int self, int count, uint64_t period,
                        uint64_t now);
void oc_heartbeat_end(struct oc_heartbeat *heartbeat);

/* To whom a heartbeat is due; -1: to nobody yet. */
int oc_heartbeat_due(struct oc_heartbeat *heartbeat, uint64_t now);

/* A heartbeat has come; a death has become known. */
void oc_heartbeat_hear(struct oc_heartbeat *heartbeat, int from, uint64_t now);
void oc_heartbeat_lose(struct oc_heartbeat *heartbeat, int dead, uint64_t now);

/* The watched micro-kernel if it has been silent for too long, else -1. Called when there is no
 * message left. */
int oc_heartbeat_missing(const struct oc_heartbeat *heartbeat, uint64_t now);

/* The cycle when one of these has something to say. */
uint64_t oc_heartbeat_next(const struct oc_heartbeat *heartbeat);

#endif
