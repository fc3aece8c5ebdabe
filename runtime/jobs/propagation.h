/* The ways in which the messages of a source reach all micro-kernels (Ramachandran, section
 * 2.3.4). */
#ifndef JOBS_PROPAGATION_H
#define JOBS_PROPAGATION_H

#include "jobs/allocator.h"

/* Used with the propagation `adaptive`: what a micro-kernel knows about one of the trees of a
 * source. A source sends its messages over its latest complete tree. When a link is lost, it builds
 * a new tree. */
struct oc_tree {
    struct oc_tree *older;
    uint16_t number; /* counts the source's trees, from 1 */
    /* A bit for each neighbour that has chosen this micro-kernel as its parent. */
    uint8_t children;
    uint8_t unanswered; /* number of neighbours that still have to answer */
    int8_t preferred;   /* direction of the parent */
};

/* A message that has overtaken an earlier message of its source, because the two came over
 * different trees. The later message is held until the earlier one has come. */
struct oc_held_message;

/* A lost link between two micro-kernels. */
struct oc_lost_link;

struct oc_propagation {
    const struct oc_domains *domains;
    int self;
    uint8_t lost;               /* a bit for each direction in which the link is lost */
    struct oc_lost_link *links; /* all lost links that this micro-kernel has heard of */
    /* For each source, the serial of its last message. With the propagation `flood`, this is the
     * last message that this micro-kernel has passed on. With `adaptive`, and in any case if
     * micro-kernels die, it is the last message that this micro-kernel has given to the
     * allocator. */
    uint32_t *seen;
    /* For `adaptive`: the trees of each source, the latest first. */
    struct oc_tree **trees;
    uint16_t tree; /* number of this micro-kernel's tree in use; 0: none is complete */
    bool is_old;   /* a link has been lost since this micro-kernel began its last tree */
    struct oc_held_message *held;
    uint32_t serial; /* serial of this micro-kernel's last message */
    bool *dead;      /* for each micro-kernel, whether it is dead; null: none dies */
    uint32_t deaths;
};

bool oc_propagation_make(struct oc_propagation *propagation, int self,
                         const struct oc_domains *domains);
void oc_propagation_free(struct oc_propagation *propagation);

/* Propagates a message that this micro-kernel sends to all. Adds the number of messages sent to
 * `sent`. */
void oc_propagate(struct oc_propagation *propagation, const struct oc_job_port *port,
                  struct oc_job_message *message, uint32_t *sent);

/* Passes on a message that has come from micro-kernel `from`. Returns false if the allocator must
 * not handle the message now, because it is a duplicate or must wait for an earlier message of its
 * source. */
bool oc_propagation_forward(struct oc_propagation *propagation, const struct oc_job_port *port,
                            int from, const struct oc_job_message *message, uint32_t *sent);

/* Takes a message of the source that was held back and now is the next one. Returns false if there
 * is none. The caller frees the message's shares. */
bool oc_propagation_next(struct oc_propagation *propagation, int source,
                         struct oc_job_message *message);

/* Skips the messages of a source up to `serial`: they are not expected any more, and held ones are
 * dropped. Returns false if all of them have come already. */
bool oc_propagation_skip(struct oc_propagation *propagation, int source, uint32_t serial);

/* oc_propagation_lose() handles the loss of the link to a neighbour; oc_propagation_hear_of_loss()
 * handles a message about a loss. Messages that would use the link take a detour until the other
 * micro-kernels have heard of the loss and have new trees. The other links must keep all
 * micro-kernels connected. */
void oc_propagation_lose(struct oc_propagation *propagation, const struct oc_job_port *port,
                         int neighbour, uint32_t *sent);
void oc_propagation_hear_of_loss(struct oc_propagation *propagation, const struct oc_job_port *port,
                                 const struct oc_job_message *message, uint32_t *sent);

/* Used with `adaptive`. oc_tree_explore() begins to build a tree with this micro-kernel as source.
 * oc_tree_receive() handles a message that builds a tree. oc_tree_complete() tells whether a tree
 * of this micro-kernel is complete; oc_tree_current() tells whether that tree uses no lost link. */
void oc_tree_explore(struct oc_propagation *propagation, const struct oc_job_port *port,
                     uint32_t *sent);
void oc_tree_receive(struct oc_propagation *propagation, const struct oc_job_port *port, int from,
                     const struct oc_job_message *message, uint32_t *sent);
bool oc_tree_complete(const struct oc_propagation *propagation);
bool oc_tree_current(const struct oc_propagation *propagation);

#endif
