/* The messages of a micro-kernel over MPI: sends, which wait for room at the receiver at most, and
 * receives from anybody, which are waited for until a time. */
#ifndef JOBS_MESSAGES_H
#define JOBS_MESSAGES_H

#include "jobs/allocator.h"
#include "mpi/core/request.h"

#define OC_JOB_RECEIVES 16

struct oc_job_outgoing;

struct oc_job_messages {
    MPI_Comm comm;
    const struct oc_communicator *communicator;
    /* Posted receives of the next headers, of which `oldest` is filled first: more than one, so
     * that what comes during the body of a spawn is not kept as unexpected. */
    struct oc_request receives[OC_JOB_RECEIVES];
    struct oc_job_header headers[OC_JOB_RECEIVES];
    uint32_t oldest;
    struct oc_job_share *shares; /* of the last message that was received */
    struct oc_job_outgoing *pending, *spare;
    uint32_t sent, received; /* headers */
};

void oc_job_messages_begin(struct oc_job_messages *messages, MPI_Comm comm);

/* Sends a message, of which a copy is made. No memory ends the program: others would wait for what
 * this micro-kernel has promised. */
void oc_job_messages_send(struct oc_job_messages *messages, int to,
                          const struct oc_job_message *message);

/* Takes the next message, if one comes before hal_cycles() is `deadline`, and gives its sender; -1:
 * none has come. The message is valid until the next call. Sleeps meanwhile. */
int oc_job_messages_receive(struct oc_job_messages *messages, uint64_t deadline,
                            struct oc_job_message *message);

/* Collective. Drops what is still on its way. */
void oc_job_messages_end(struct oc_job_messages *messages);

#endif
