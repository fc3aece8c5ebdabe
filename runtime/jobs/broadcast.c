/* Measures how long a message to all micro-kernels takes with each propagation (Ramachandran,
 * section 5.3). No job is submitted. */
#include "onchip_jobs.h"

#include "hal/hal.h"
#include "jobs/messages.h"
#include "jobs/propagation.h"

struct node {
    struct oc_propagation propagation;
    struct oc_job_messages messages;
    int self, source, parent;
    uint32_t sent[OC_JOB_MESSAGE_KINDS];
    uint32_t unanswered; /* number of messages of this node without a reply so far */
    bool is_over;
};

static void send(void *context, int to, const struct oc_job_message *message) {
    struct node *node = context;
    node->unanswered += message->header.kind == OC_JOB_REQUEST;
    oc_job_messages_send(&node->messages, to, message);
}

/* Replies to the node that has sent the message to this node, once all nodes to which this node has
 * passed the message on have replied (the echo algorithm: Chang, IEEE Transactions on Software
 * Engineering 8(4), 1982). */
static void conclude(struct node *node) {
    if (node->unanswered > 0)
        return;
    node->is_over = true;
    if (node->self == node->source)
        return;
    struct oc_job_message reply = {.header = {.kind = OC_JOB_RESPONSE}};
    node->sent[OC_JOB_RESPONSE]++;
    oc_job_messages_send(&node->messages, node->parent, &reply);
}

/* With flooding, two nodes may send the message to each other over one link. Each node then takes
 * the message that it receives as the reply to the one that it has sent. */
static void take(struct node *node, const struct oc_job_port *port, int from,
                 const struct oc_job_message *message) {
    if (message->header.kind == OC_JOB_REQUEST && node->parent < 0 && node->self != node->source) {
        node->parent = from;
        oc_propagation_forward(&node->propagation, port, from, message, node->sent);
    } else {
        node->unanswered--;
    }
    conclude(node);
}

/* Sends one message from the source to all nodes. At the source, returns the number of cycles until
 * all nodes have replied. */
static uint64_t go_round(struct node *node, const struct oc_job_port *port) {
    struct oc_job_message message = {.header = {.kind = OC_JOB_REQUEST}};
    uint64_t begin = 0;
    node->parent = -1;
    node->is_over = false;
    node->sent[OC_JOB_REQUEST] = node->sent[OC_JOB_RESPONSE] = 0;
    while (!node->is_over) {
        if (node->self == node->source && !begin && oc_tree_complete(&node->propagation)) {
            begin = hal_cycles();
            oc_propagate(&node->propagation, port, &message, node->sent);
            conclude(node); /* the source may be the only node */
            continue;
        }
        struct oc_job_message received;
        int from = oc_job_messages_receive(&node->messages, HAL_NEVER, &received);
        if (received.header.kind == OC_JOB_REQUEST || received.header.kind == OC_JOB_RESPONSE)
            take(node, port, from, &received);
        else
            oc_tree_receive(&node->propagation, port, from, &received, node->sent);
    }
    return hal_cycles() - begin;
}

bool oc_micro_kernels_broadcast(MPI_Comm comm, const struct oc_domains *domains, int source,
                                struct oc_job_broadcast *measured) {
    struct node node = {.source = source, .parent = -1};
    struct oc_job_port port = {.context = &node, .send = send};
    MPI_Comm_rank(comm, &node.self);
    int has_memory = oc_propagation_make(&node.propagation, node.self, domains), have_all;
    MPI_Allreduce(&has_memory, &have_all, 1, MPI_INT, MPI_LAND, comm);
    if (!have_all) {
        if (has_memory)
            oc_propagation_free(&node.propagation);
        return false;
    }
    oc_job_messages_begin(&node.messages, comm);
    MPI_Barrier(comm);
    if (node.self == source && domains->propagation == OC_JOBS_ADAPTIVE)
        oc_tree_explore(&node.propagation, &port, node.sent);
    go_round(&node, &port); /* the first round also allocates memory, and is not measured */
    uint64_t cycles = go_round(&node, &port);
    *measured = (struct oc_job_broadcast){node.self == source ? cycles : 0,
                                          node.sent[OC_JOB_REQUEST], node.sent[OC_JOB_RESPONSE]};
    oc_job_messages_end(&node.messages);
    oc_propagation_free(&node.propagation);
    return true;
}
