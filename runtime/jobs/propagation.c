#include "jobs/propagation.h"

#include <stdlib.h>

enum { EAST, WEST, SOUTH, NORTH };

bool oc_propagation_make(struct oc_propagation *propagation, int self,
                         const struct oc_domains *domains) {
    size_t count = (size_t)domains->count;
    *propagation = (struct oc_propagation){.domains = domains, .self = self};
    if (domains->propagation == OC_JOBS_FLOOD) {
        propagation->seen = calloc(count, sizeof *propagation->seen);
        return propagation->seen != NULL;
    }
    if (domains->propagation == OC_JOBS_ADAPTIVE) {
        propagation->children = calloc(count, 1);
        propagation->unanswered = calloc(count, 1);
        propagation->preferred = malloc(count);
        if (!propagation->children || !propagation->unanswered || !propagation->preferred) {
            oc_propagation_free(propagation);
            return false;
        }
        for (size_t source = 0; source < count; source++)
            propagation->preferred[source] = -1;
    }
    return true;
}

void oc_propagation_free(struct oc_propagation *propagation) {
    free(propagation->seen);
    free(propagation->children);
    free(propagation->unanswered);
    free(propagation->preferred);
}

static void send(const struct oc_job_port *port, int to, const struct oc_job_message *message,
                 uint32_t *sent) {
    sent[message->header.kind]++;
    port->send(port->context, to, message);
}

/* Sends to the neighbours of a set of directions, but those that are not there. */
static void send_to(const struct oc_propagation *propagation, const struct oc_job_port *port,
                    unsigned directions, const struct oc_job_message *message, uint32_t *sent) {
    const int *neighbours = propagation->domains->neighbours[propagation->self];
    for (int direction = 0; direction < OC_JOB_NEIGHBOURS; direction++)
        if (directions >> direction & 1 && neighbours[direction] >= 0)
            send(port, neighbours[direction], message, sent);
}

/* The direction in which a neighbour is. */
static int direction_of(const struct oc_propagation *propagation, int neighbour) {
    const int *neighbours = propagation->domains->neighbours[propagation->self];
    int direction = 0;
    while (direction < OC_JOB_NEIGHBOURS - 1 && neighbours[direction] != neighbour)
        direction++;
    return direction;
}

#define ALL ((1u << OC_JOB_NEIGHBOURS) - 1)

void oc_propagate(struct oc_propagation *propagation, const struct oc_job_port *port,
                  struct oc_job_message *message, uint32_t *sent) {
    message->header.source = (uint16_t)propagation->self;
    message->header.serial = ++propagation->serial;
    switch (propagation->domains->propagation) {
    case OC_JOBS_NAIVE:
        for (int kernel = 0; kernel < propagation->domains->count; kernel++)
            if (kernel != propagation->self)
                send(port, kernel, message, sent);
        break;
    case OC_JOBS_FLOOD:
        propagation->seen[propagation->self] = propagation->serial;
        send_to(propagation, port, ALL, message, sent);
        break;
    case OC_JOBS_FIXED:
        send_to(propagation, port, ALL, message, sent);
        break;
    case OC_JOBS_ADAPTIVE:
        send_to(propagation, port, propagation->children[propagation->self], message, sent);
        break;
    }
}

bool oc_propagation_forward(struct oc_propagation *propagation, const struct oc_job_port *port,
                            int from, const struct oc_job_message *message, uint32_t *sent) {
    uint32_t source = message->header.source;
    switch (propagation->domains->propagation) {
    case OC_JOBS_NAIVE:
        break;
    case OC_JOBS_FLOOD:
        /* A source's messages come in the order of their serials over each path, and each is passed
         * on when it first comes: what is not new has come before. */
        if (message->header.serial <= propagation->seen[source])
            return false;
        propagation->seen[source] = message->header.serial;
        send_to(propagation, port, ALL & ~(1u << direction_of(propagation, from)), message, sent);
        break;
    case OC_JOBS_FIXED: {
        /* Away from where it came; from the source's row to both sides, too. */
        int came_from = direction_of(propagation, from);
        unsigned on = 1u << (came_from ^ 1);
        if (came_from == EAST || came_from == WEST)
            on |= 1u << SOUTH | 1u << NORTH;
        send_to(propagation, port, on, message, sent);
        break;
    }
    case OC_JOBS_ADAPTIVE:
        send_to(propagation, port, propagation->children[source], message, sent);
        break;
    }
    return true;
}

/* ---- Trees ------------------------------------------------------------------------------------
 */

/* The first phase: a micro-kernel that hears of a source for the first time prefers the neighbour
 * that has told it, and asks its other neighbours. When all have answered, it answers. So the
 * source knows that its tree is complete. */

static void ask(struct oc_propagation *propagation, const struct oc_job_port *port, int source,
                int except, uint32_t *sent) {
    struct oc_job_message message = {
        .header = {.kind = OC_JOB_EXPLORE, .source = (uint16_t)source}};
    const int *neighbours = propagation->domains->neighbours[propagation->self];
    for (int direction = 0; direction < OC_JOB_NEIGHBOURS; direction++)
        if (neighbours[direction] >= 0 && neighbours[direction] != except)
            propagation->unanswered[source]++;
    for (int direction = 0; direction < OC_JOB_NEIGHBOURS; direction++)
        if (neighbours[direction] >= 0 && neighbours[direction] != except)
            send(port, neighbours[direction], &message, sent);
}

/* Tells the preferred neighbour, when nobody's answer is missing. */
static void answer(struct oc_propagation *propagation, const struct oc_job_port *port, int source,
                   uint32_t *sent) {
    struct oc_job_message message = {.header = {.kind = OC_JOB_PREFER, .source = (uint16_t)source}};
    if (propagation->unanswered[source] > 0 || source == propagation->self)
        return;
    int preferred = propagation->preferred[source];
    send(port, propagation->domains->neighbours[propagation->self][preferred], &message, sent);
}

void oc_tree_explore(struct oc_propagation *propagation, const struct oc_job_port *port,
                     uint32_t *sent) {
    propagation->preferred[propagation->self] = 0; /* decided: itself */
    ask(propagation, port, propagation->self, -1, sent);
}

void oc_tree_receive(struct oc_propagation *propagation, const struct oc_job_port *port, int from,
                     const struct oc_job_message *message, uint32_t *sent) {
    int source = (int)message->header.source;
    int direction = direction_of(propagation, from);
    switch (message->header.kind) {
    case OC_JOB_EXPLORE:
        if (propagation->preferred[source] >= 0 || source == propagation->self) {
            struct oc_job_message no = *message;
            no.header.kind = OC_JOB_DECLINE;
            send(port, from, &no, sent);
        } else {
            propagation->preferred[source] = (int8_t)direction;
            ask(propagation, port, source, from, sent);
            answer(propagation, port, source, sent);
        }
        break;
    case OC_JOB_PREFER:
        propagation->children[source] |= (uint8_t)(1u << direction);
        /* fall through */
    default:
        propagation->unanswered[source]--;
        answer(propagation, port, source, sent);
    }
}

bool oc_tree_complete(const struct oc_propagation *propagation) {
    int self = propagation->self;
    return propagation->domains->propagation != OC_JOBS_ADAPTIVE ||
           (propagation->preferred[self] >= 0 && propagation->unanswered[self] == 0);
}
