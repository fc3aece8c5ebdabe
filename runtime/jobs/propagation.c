#include "jobs/propagation.h"

#include <stdlib.h>
#include <string.h>

#include "jobs/memory.h"

enum { EAST, WEST, SOUTH, NORTH };

struct oc_held_message {
    struct oc_held_message *next;
    struct oc_job_message message;
};

struct oc_lost_link {
    struct oc_lost_link *next;
    int one, other;
};

bool oc_propagation_make(struct oc_propagation *propagation, int self,
                         const struct oc_domains *domains) {
    size_t count = (size_t)domains->count;
    bool is_adaptive = domains->propagation == OC_JOBS_ADAPTIVE;
    *propagation = (struct oc_propagation){.domains = domains, .self = self};
    bool has_deaths = domains->heartbeat > 0;
    if (is_adaptive || has_deaths || domains->propagation == OC_JOBS_FLOOD)
        propagation->seen = calloc(count, sizeof *propagation->seen);
    else
        return true;
    if (is_adaptive)
        propagation->trees = calloc(count, sizeof *propagation->trees);
    if (has_deaths)
        propagation->dead = calloc(count, sizeof *propagation->dead);
    if (propagation->seen && (propagation->trees || !is_adaptive) &&
        (propagation->dead || !has_deaths))
        return true;
    oc_propagation_free(propagation);
    return false;
}

void oc_propagation_free(struct oc_propagation *propagation) {
    free(propagation->seen);
    free(propagation->dead);
    while (propagation->held) {
        struct oc_held_message *held = propagation->held;
        propagation->held = held->next;
        free((void *)held->message.shares);
        free(held);
    }
    for (int source = 0; propagation->trees && source < propagation->domains->count; source++)
        while (propagation->trees[source]) {
            struct oc_tree *tree = propagation->trees[source];
            propagation->trees[source] = tree->older;
            free(tree);
        }
    free(propagation->trees);
    while (propagation->links) {
        struct oc_lost_link *link = propagation->links;
        propagation->links = link->next;
        free(link);
    }
}

static void send(const struct oc_job_port *port, int to, const struct oc_job_message *message,
                 uint32_t *sent) {
    sent[message->header.kind]++;
    port->send(port->context, to, message);
}

/* Sends to the neighbours in a set of directions, skipping those that do not exist. */
static void send_to(const struct oc_propagation *propagation, const struct oc_job_port *port,
                    unsigned directions, const struct oc_job_message *message, uint32_t *sent) {
    const int *neighbours = propagation->domains->neighbours[propagation->self];
    for (int direction = 0; direction < OC_JOB_NEIGHBOURS; direction++)
        if (directions >> direction & 1 && neighbours[direction] >= 0)
            send(port, neighbours[direction], message, sent);
}

/* Used with the propagation `fixed`. The pattern depends on where the source is (Ramachandran,
 * figure 2.5). From a source at the bottom left, messages go north along its column, and from each
 * node of this column they go east. The patterns of the other corners are this pattern, turned by a
 * quarter, a half and three quarters of a full turn. A source elsewhere is the corner of four
 * quadrants. A message that leaves the source in one of the four directions also serves the
 * quadrant that follows clockwise, as figure 2.5b shows for the centre. */
static const int clockwise[] = {[EAST] = SOUTH, [WEST] = NORTH, [SOUTH] = WEST, [NORTH] = EAST};

/* Sends a message in a direction. The nodes that receive it also pass it on in the direction
 * `aside`, unless `aside` is ASIDE(-1). */
#define ASIDE(direction) ((uint16_t)((direction) + 1))
static void send_straight(const struct oc_propagation *propagation, const struct oc_job_port *port,
                          int direction, uint16_t aside, struct oc_job_message *message,
                          uint32_t *sent) {
    int neighbour = propagation->domains->neighbours[propagation->self][direction];
    message->header.route = aside;
    if (neighbour >= 0)
        send(port, neighbour, message, sent);
}

/* The direction of a neighbour. */
static int direction_of(const struct oc_propagation *propagation, int neighbour) {
    const int *neighbours = propagation->domains->neighbours[propagation->self];
    int direction = 0;
    while (direction < OC_JOB_NEIGHBOURS - 1 && neighbours[direction] != neighbour)
        direction++;
    return direction;
}

static struct oc_tree *tree_of(const struct oc_propagation *propagation, int source,
                               uint16_t number) {
    struct oc_tree *tree = propagation->trees[source];
    while (tree && tree->number != number)
        tree = tree->older;
    return tree;
}

static unsigned children(const struct oc_propagation *propagation, int source, uint16_t number) {
    return tree_of(propagation, source, number)->children;
}

/* Keeps a message until the earlier messages of its source have come. */
static void hold(struct oc_propagation *propagation, const struct oc_job_message *message) {
    struct oc_held_message *held = oc_needed(malloc(sizeof *held));
    size_t bytes = oc_job_shares(&message->header) * sizeof *message->shares;
    *held = (struct oc_held_message){propagation->held, *message};
    held->message.shares = NULL;
    if (bytes) {
        struct oc_job_share *shares = oc_needed(malloc(bytes));
        memcpy(shares, message->shares, bytes);
        held->message.shares = shares;
    }
    propagation->held = held;
}

bool oc_propagation_next(struct oc_propagation *propagation, int source,
                         struct oc_job_message *message) {
    struct oc_held_message **at = &propagation->held;
    while (*at && ((*at)->message.header.source != source ||
                   (*at)->message.header.serial != propagation->seen[source] + 1))
        at = &(*at)->next;
    struct oc_held_message *held = *at;
    if (!held)
        return false;
    *message = held->message;
    *at = held->next;
    free(held);
    propagation->seen[source]++;
    return true;
}

bool oc_propagation_skip(struct oc_propagation *propagation, int source, uint32_t serial) {
    if (propagation->seen[source] >= serial)
        return false;
    propagation->seen[source] = serial;
    struct oc_held_message **at = &propagation->held;
    while (*at) {
        struct oc_held_message *held = *at;
        if (held->message.header.source != source || held->message.header.serial > serial) {
            at = &held->next;
            continue;
        }
        *at = held->next;
        free((void *)held->message.shares);
        free(held);
    }
    return true;
}

/* Sends to each living micro-kernel. */
static void send_directly(const struct oc_propagation *propagation, const struct oc_job_port *port,
                          const struct oc_job_message *message, uint32_t *sent) {
    for (int kernel = 0; kernel < propagation->domains->count; kernel++)
        if (kernel != propagation->self && !(propagation->deaths && propagation->dead[kernel]))
            send(port, kernel, message, sent);
}

#define ALL ((1u << OC_JOB_NEIGHBOURS) - 1)

void oc_propagate(struct oc_propagation *propagation, const struct oc_job_port *port,
                  struct oc_job_message *message, uint32_t *sent) {
    message->header.source = (uint16_t)propagation->self;
    message->header.serial = ++propagation->serial;
    switch (propagation->deaths ? OC_JOBS_NAIVE : propagation->domains->propagation) {
    case OC_JOBS_NAIVE:
        send_directly(propagation, port, message, sent);
        break;
    case OC_JOBS_FLOOD:
        propagation->seen[propagation->self] = propagation->serial;
        send_to(propagation, port, ALL & ~propagation->lost, message, sent);
        break;
    case OC_JOBS_FIXED:
        for (int arm = 0; arm < OC_JOB_NEIGHBOURS; arm++)
            send_straight(propagation, port, arm, ASIDE(clockwise[arm]), message, sent);
        break;
    case OC_JOBS_ADAPTIVE:
        message->header.route = propagation->tree;
        send_to(propagation, port, children(propagation, propagation->self, propagation->tree),
                message, sent);
        break;
    }
}

/* Whether a message is the one that follows the last message of its source. If it has come too
 * early, the function keeps it for later; if it has come before, the function drops it. */
static bool is_next(struct oc_propagation *propagation, const struct oc_job_message *message) {
    uint32_t *seen = &propagation->seen[message->header.source];
    if (message->header.serial == *seen + 1) {
        ++*seen;
        return true;
    }
    if (message->header.serial > *seen)
        hold(propagation, message);
    return false;
}

bool oc_propagation_forward(struct oc_propagation *propagation, const struct oc_job_port *port,
                            int from, const struct oc_job_message *message, uint32_t *sent) {
    uint32_t source = message->header.source;
    /* After a death, messages are no longer passed on. The source learns of the death as well, and
     * then sends to each micro-kernel what it may have missed. */
    if (propagation->deaths)
        return is_next(propagation, message);
    switch (propagation->domains->propagation) {
    case OC_JOBS_NAIVE:
        break;
    case OC_JOBS_FLOOD:
        /* Over each path, the messages of a source come in the order of their serials. This
         * micro-kernel passes each message on when its first copy comes. A message whose serial is
         * not larger than the last one is therefore a duplicate. */
        if (message->header.serial <= propagation->seen[source])
            return false;
        propagation->seen[source] = message->header.serial;
        send_to(propagation, port,
                ALL & ~propagation->lost & ~(1u << direction_of(propagation, from)), message, sent);
        return true;
    case OC_JOBS_FIXED: {
        struct oc_job_message on = *message;
        uint16_t aside = message->header.route;
        send_straight(propagation, port, direction_of(propagation, from) ^ 1, aside, &on, sent);
        if (aside != ASIDE(-1))
            send_straight(propagation, port, aside - 1, ASIDE(-1), &on, sent);
        break;
    }
    case OC_JOBS_ADAPTIVE:
        send_to(propagation, port, children(propagation, (int)source, message->header.route),
                message, sent);
        return is_next(propagation, message);
    }
    return propagation->dead ? is_next(propagation, message) : true;
}

/* ---- Trees ----------------------------------------------------------------------------------- */

/* The first phase. When a micro-kernel first hears of a source's new tree, it takes the neighbour
 * from which it heard as its parent, and asks its other neighbours. When all of these have
 * answered, it answers its parent. In this way the source learns that its tree is complete. Until
 * then the source uses its previous tree, whose messages may still be on their way when the new
 * tree is complete. */

static struct oc_tree *begin(struct oc_propagation *propagation, int source, uint16_t number,
                             int preferred) {
    struct oc_tree *tree = oc_needed(malloc(sizeof *tree));
    *tree = (struct oc_tree){propagation->trees[source], number, .preferred = (int8_t)preferred};
    propagation->trees[source] = tree;
    return tree;
}

static void ask(struct oc_propagation *propagation, const struct oc_job_port *port, int source,
                struct oc_tree *tree, int except, uint32_t *sent) {
    struct oc_job_message message = {.header = {
                                         .kind = OC_JOB_EXPLORE,
                                         .source = (uint16_t)source,
                                         .route = tree->number,
                                     }};
    const int *neighbours = propagation->domains->neighbours[propagation->self];
    unsigned asked = 0;
    for (int direction = 0; direction < OC_JOB_NEIGHBOURS; direction++)
        if (neighbours[direction] >= 0 && neighbours[direction] != except &&
            !(propagation->lost >> direction & 1)) {
            asked |= 1u << direction;
            tree->unanswered++;
        }
    send_to(propagation, port, asked, &message, sent);
}

/* Answers the parent once all neighbours have answered. At the source, the tree is then complete,
 * and the source uses it. */
static void answer(struct oc_propagation *propagation, const struct oc_job_port *port, int source,
                   const struct oc_tree *tree, uint32_t *sent) {
    if (tree->unanswered > 0)
        return;
    if (source == propagation->self) {
        propagation->tree = tree->number;
        if (propagation->is_old)
            oc_tree_explore(propagation, port, sent);
        return;
    }
    struct oc_job_message message = {.header = {
                                         .kind = OC_JOB_PREFER,
                                         .source = (uint16_t)source,
                                         .route = tree->number,
                                     }};
    send(port, propagation->domains->neighbours[propagation->self][tree->preferred], &message,
         sent);
}

void oc_tree_explore(struct oc_propagation *propagation, const struct oc_job_port *port,
                     uint32_t *sent) {
    uint16_t number = (uint16_t)(propagation->tree + 1);
    struct oc_tree *tree = begin(propagation, propagation->self, number, 0);
    propagation->is_old = false;
    ask(propagation, port, propagation->self, tree, -1, sent);
    /* the micro-kernel may have no neighbours */
    answer(propagation, port, propagation->self, tree, sent);
}

void oc_tree_receive(struct oc_propagation *propagation, const struct oc_job_port *port, int from,
                     const struct oc_job_message *message, uint32_t *sent) {
    int source = (int)message->header.source;
    int direction = direction_of(propagation, from);
    struct oc_tree *tree = tree_of(propagation, source, message->header.route);
    switch (message->header.kind) {
    case OC_JOB_EXPLORE:
        if (tree) {
            struct oc_job_message no = *message;
            no.header.kind = OC_JOB_DECLINE;
            send(port, from, &no, sent);
        } else {
            tree = begin(propagation, source, message->header.route, direction);
            ask(propagation, port, source, tree, from, sent);
            answer(propagation, port, source, tree, sent);
        }
        break;
    case OC_JOB_PREFER:
        tree->children |= (uint8_t)(1u << direction);
        /* fall through */
    default:
        tree->unanswered--;
        answer(propagation, port, source, tree, sent);
    }
}

bool oc_tree_complete(const struct oc_propagation *propagation) {
    return propagation->domains->propagation != OC_JOBS_ADAPTIVE || propagation->tree > 0 ||
           propagation->deaths > 0;
}

bool oc_tree_current(const struct oc_propagation *propagation) {
    return propagation->domains->propagation != OC_JOBS_ADAPTIVE || propagation->deaths > 0 ||
           (propagation->tree > 0 && !propagation->is_old &&
            propagation->trees[propagation->self]->number == propagation->tree);
}

/* ---- Lost links ------------------------------------------------------------------------------ */

/* Tells the neighbours about a lost link, and rebuilds this micro-kernel's tree: at once, or when
 * the tree that is being built is complete. */
static void note_loss(struct oc_propagation *propagation, const struct oc_job_port *port, int one,
                      int other, uint32_t *sent) {
    for (const struct oc_lost_link *link = propagation->links; link; link = link->next)
        if (link->one == one && link->other == other)
            return;
    struct oc_lost_link *link = oc_needed(malloc(sizeof *link));
    *link = (struct oc_lost_link){propagation->links, one, other};
    propagation->links = link;
    struct oc_job_message message = {
        .header = {.kind = OC_JOB_LOST, .serial = (uint32_t)one, .count = (uint32_t)other}};
    send_to(propagation, port, ALL & ~propagation->lost, &message, sent);
    if (propagation->domains->propagation != OC_JOBS_ADAPTIVE)
        return;
    propagation->is_old = true;
    if (propagation->trees[propagation->self] &&
        propagation->trees[propagation->self]->number == propagation->tree)
        oc_tree_explore(propagation, port, sent);
}

void oc_propagation_lose(struct oc_propagation *propagation, const struct oc_job_port *port,
                         int neighbour, uint32_t *sent) {
    int self = propagation->self;
    propagation->lost |= (uint8_t)(1u << direction_of(propagation, neighbour));
    note_loss(propagation, port, self < neighbour ? self : neighbour,
              self < neighbour ? neighbour : self, sent);
}

void oc_propagation_hear_of_loss(struct oc_propagation *propagation, const struct oc_job_port *port,
                                 const struct oc_job_message *message, uint32_t *sent) {
    int one = (int)message->header.serial, other = (int)message->header.count;
    int neighbour = propagation->self == one ? other : one;
    if (propagation->self == one || propagation->self == other)
        oc_propagation_lose(propagation, port, neighbour, sent);
    else
        note_loss(propagation, port, one, other, sent);
}
