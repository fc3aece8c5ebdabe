/* Measures how long a message from one micro-kernel to all others takes if the network itself
 * copies it to all of them. No job is submitted. */
#include "hal/hal.h"
#include "hal/store.h"
#include "jobs/messages.h"
#include "mpi/collective/barrier.h"
#include "mpi/transport/transport.h"
#include "onchip_jobs.h"

/* The buffer for messages to all. It must have the same offset in each process. */
static struct oc_job_header box;

struct node {
    struct oc_job_messages messages;
    struct hal_group all;
    size_t box, come; /* offset of `box`, and of a word that is set when `box` is full */
    int self, source, count;
};

static hal_address block_of(const void *comm, int rank) {
    return hal_shared_of(oc_communicator_world_rank(comm, rank));
}

/* Finds the offset of `box`, and that of the word that becomes 1 when a message has come. The
 * communicator's barrier has reserved this word and does not use it. Returns false if the network
 * cannot copy packets to all processes. */
static bool find_places(struct node *node, const struct oc_communicator *comm) {
    if (!comm->barrier || !comm->barrier->counter ||
        !hal_group(&node->all, comm->size, block_of, comm) || !hal_group_offset(&box, &node->box))
        return false;
    size_t counter = (size_t)(comm->barrier->released - oc_shared_block()->released) + 1;
    node->come = OC_SHARED(released) + counter * sizeof *oc_shared_block()->released;
    return true;
}

static volatile uint32_t *come(const struct node *node) {
    return (volatile uint32_t *)((char *)oc_shared_block() + node->come);
}

static uint32_t send(const struct node *node) {
    struct oc_job_header header = {.kind = OC_JOB_REQUEST, .source = (uint16_t)node->self};
    uint32_t filled = 1;
    hal_put_group(&node->all, node->box, &header, sizeof header);
    hal_put_group(&node->all, node->come, &filled, sizeof filled);
    return 1;
}

static uint32_t reply(struct node *node) {
    struct oc_request why;
    const struct oc_communicator *comm = node->messages.communicator;
    oc_request_fill(&why, comm, comm->context, NULL, 0, node->source, 0);
    oc_await(come(node), 0, &why);
    struct oc_job_message answer = {.header = {.kind = OC_JOB_RESPONSE}};
    *come(node) = 0;
    oc_job_messages_send(&node->messages, box.source, &answer);
    return 1;
}

/* One measurement: the source sends one message to all processes, and waits until all others have
 * replied. Every other process waits for the message and replies. */
static struct oc_job_broadcast go_round(struct node *node) {
    struct oc_job_broadcast measured = {0};
    struct oc_job_message answer;
    if (node->self != node->source) {
        measured.replies = reply(node);
        return measured;
    }
    uint64_t begin = hal_cycles();
    measured.messages = send(node);
    for (int missing = node->count - 1; missing > 0; missing--)
        oc_job_messages_receive(&node->messages, HAL_NEVER, &answer);
    measured.cycles = hal_cycles() - begin;
    *come(node) = 0; /* the source sends to itself, too */
    return measured;
}

bool oc_micro_kernels_multicast(MPI_Comm comm, int source, struct oc_job_broadcast *measured) {
    struct node node = {.source = source};
    MPI_Comm_rank(comm, &node.self);
    MPI_Comm_size(comm, &node.count);
    MPI_Barrier(comm); /* sets up the counters of the next barrier */
    /* Compares the offset of this process with those of all others. All offsets are equal if their
     * minimum is this offset, and if the minimum of their complements is this offset's
     * complement. */
    uint64_t place = find_places(&node, oc_communicator_find(comm)) ? node.box : 0;
    uint64_t own[] = {place, ~place}, least[2];
    MPI_Allreduce(own, least, 2, MPI_UINT64_T, MPI_MIN, comm);
    if (!place || least[0] != own[0] || least[1] != own[1])
        return false;
    oc_job_messages_begin(&node.messages, comm);
    MPI_Barrier(comm);
    go_round(&node); /* the first round also allocates memory, and is not measured */
    *measured = go_round(&node);
    oc_job_messages_end(&node.messages);
    return true;
}
