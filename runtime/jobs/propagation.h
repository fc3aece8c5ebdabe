/* How the messages of a source reach all micro-kernels (2.3.4). */
#ifndef JOBS_PROPAGATION_H
#define JOBS_PROPAGATION_H

#include "jobs/allocator.h"

/* adaptive: what a micro-kernel knows of a tree of a source, which has several if links are lost.
 */
struct oc_tree {
    struct oc_tree *older;
    uint16_t number;    /* of the source's trees, from 1 on */
    uint8_t children;   /* a bit for each neighbour that prefers this micro-kernel */
    uint8_t unanswered; /* answers that are still to come */
    int8_t preferred;   /* direction of a neighbour */
};

/* A message that has come before an earlier one of its source, over another tree. */
struct oc_held_message;

/* A link that is lost, between these two. */
struct oc_lost_link;

struct oc_propagation {
    const struct oc_domains *domains;
    int self;
    uint8_t lost;               /* a bit for each direction in which the link is lost */
    struct oc_lost_link *links; /* all that this micro-kernel has heard of */
    /* flood, adaptive, and where micro-kernels die: of each source, the serial of the last message
     * that was passed on (flood), or given to the allocator. */
    uint32_t *seen;
    /* adaptive: of each source, the latest first. */
    struct oc_tree **trees;
    uint16_t tree; /* the own one in use; 0: none is complete yet */
    bool is_old;   /* a link has been lost since the last own tree was begun */
    struct oc_held_message *held;
    uint32_t serial; /* of the own last message */
    bool *dead;      /* micro-kernels; null: nobody dies */
    uint32_t deaths;
};

bool oc_propagation_make(struct oc_propagation *propagation, int self,
                         const struct oc_domains *domains);
void oc_propagation_free(struct oc_propagation *propagation);

/* Propagates a message of this micro-kernel; counts messages in `sent`. */
void oc_propagate(struct oc_propagation *propagation, const struct oc_job_port *port,
                  struct oc_job_message *message, uint32_t *sent);

/* Passes on a message that has come from `from`. False: it has come before, or must wait for an
 * earlier one of its source. */
bool oc_propagation_forward(struct oc_propagation *propagation, const struct oc_job_port *port,
                            int from, const struct oc_job_message *message, uint32_t *sent);

/* The next message of a source that had to wait for those before it; its shares are to be freed. */
bool oc_propagation_next(struct oc_propagation *propagation, int source,
                         struct oc_job_message *message);

/* Messages of a source up to this serial are not needed any more. False: they have all come. */
bool oc_propagation_skip(struct oc_propagation *propagation, int source, uint32_t serial);

/* The link to a neighbour is lost: messages over it take a detour, and go there no longer when the
 * others know of it and their trees are new. The rest must be connected. */
void oc_propagation_lose(struct oc_propagation *propagation, const struct oc_job_port *port,
                         int neighbour, uint32_t *sent);
void oc_propagation_hear_of_loss(struct oc_propagation *propagation, const struct oc_job_port *port,
                                 const struct oc_job_message *message, uint32_t *sent);

/* adaptive: begins to build the own tree; takes a message of the first phase; whether there is an
 * own tree, and whether it is that of the links that are left. */
void oc_tree_explore(struct oc_propagation *propagation, const struct oc_job_port *port,
                     uint32_t *sent);
void oc_tree_receive(struct oc_propagation *propagation, const struct oc_job_port *port, int from,
                     const struct oc_job_message *message, uint32_t *sent);
bool oc_tree_complete(const struct oc_propagation *propagation);
bool oc_tree_current(const struct oc_propagation *propagation);

#endif
