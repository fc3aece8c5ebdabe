/* How the messages of a source reach all micro-kernels (2.3.4). */
#ifndef JOBS_PROPAGATION_H
#define JOBS_PROPAGATION_H

#include "jobs/allocator.h"

struct oc_propagation {
    const struct oc_domains *domains;
    int self;
    /* flood: of each source, the serial of the last message that was passed on. */
    uint32_t *seen;
    /* adaptive: of each source, a bit for each neighbour that prefers this micro-kernel; which
     * neighbour this one prefers (-1: not decided); answers that are still to come. */
    uint8_t *children, *unanswered;
    int8_t *preferred;
    uint32_t serial; /* of the own last message */
};

bool oc_propagation_make(struct oc_propagation *propagation, int self,
                         const struct oc_domains *domains);
void oc_propagation_free(struct oc_propagation *propagation);

/* Sends an own message on its way; counts what it sends in `sent`. */
void oc_propagate(struct oc_propagation *propagation, const struct oc_job_port *port,
                  struct oc_job_message *message, uint32_t *sent);

/* Passes on a message that has come from `from`. False: it had come before. */
bool oc_propagation_forward(struct oc_propagation *propagation, const struct oc_job_port *port,
                            int from, const struct oc_job_message *message, uint32_t *sent);

/* adaptive: begins to build the own tree; takes a message of the first phase; whether the own tree
 * is complete. */
void oc_tree_explore(struct oc_propagation *propagation, const struct oc_job_port *port,
                     uint32_t *sent);
void oc_tree_receive(struct oc_propagation *propagation, const struct oc_job_port *port, int from,
                     const struct oc_job_message *message, uint32_t *sent);
bool oc_tree_complete(const struct oc_propagation *propagation);

#endif
