/* Detection of dead micro-kernels by heartbeats. Each living micro-kernel sends heartbeats to the
 * living micro-kernel with the next number, and watches the one with the previous number.
 *
 * Heartbeats cost a message per period. In return they also detect a micro-kernel that hangs, which
 * a hardware notice of stopped cores would not. A watcher checks only when it has no message left
 * to handle, so that its own work does not make the watched micro-kernel look dead. The time-out
 * therefore only has to exceed the longest time that a micro-kernel spends on one message, which is
 * the time to send to all others. */
#ifndef JOBS_HEARTBEAT_H
#define JOBS_HEARTBEAT_H

#include <stdbool.h>
#include <stdint.h>

#define OC_HEARTBEAT_MISSED 4 /* periods without a heartbeat */

struct oc_heartbeat {
    int self, count;
    uint64_t period; /* in cycles; 0: no heartbeats */
    bool *dead;
    /* The micro-kernels to which this micro-kernel sends heartbeats and from which it gets them;
     * both are `self` if all others are dead. */
    int next, watched;
    uint64_t due;   /* cycle of this micro-kernel's next heartbeat */
    uint64_t heard; /* cycle of the last heartbeat of `watched` */
};

/* Begins heartbeats among `count` micro-kernels. Returns false if there is no memory. All times are
 * those of hal_cycles(). */
bool oc_heartbeat_begin(struct oc_heartbeat *heartbeat, int self, int count, uint64_t period,
                        uint64_t now);
void oc_heartbeat_end(struct oc_heartbeat *heartbeat);

/* The micro-kernel to which a heartbeat must be sent now, or -1. */
int oc_heartbeat_due(struct oc_heartbeat *heartbeat, uint64_t now);

/* oc_heartbeat_hear() must be called when a heartbeat has come, oc_heartbeat_lose() when a death
 * has become known. */
void oc_heartbeat_hear(struct oc_heartbeat *heartbeat, int from, uint64_t now);
void oc_heartbeat_lose(struct oc_heartbeat *heartbeat, int dead, uint64_t now);

/* Returns the watched micro-kernel if no heartbeat has come from it for too long, otherwise -1. The
 * caller must have no message left to handle. */
int oc_heartbeat_missing(const struct oc_heartbeat *heartbeat, uint64_t now);

/* The earliest cycle in which oc_heartbeat_due() or oc_heartbeat_missing() may return a
 * micro-kernel. */
uint64_t oc_heartbeat_next(const struct oc_heartbeat *heartbeat);

#endif
