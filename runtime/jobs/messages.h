/* The messages of a micro-kernel over MPI. A send waits only if the receiver has no room. A receive
 * takes a message from any sender, and waits until a deadline. */
#ifndef JOBS_MESSAGES_H
#define JOBS_MESSAGES_H

#include "jobs/allocator.h"
#include "mpi/core/request.h"

#define OC_JOB_RECEIVES 16

struct oc_job_outgoing;

struct oc_job_messages {
    MPI_Comm comm;
    const struct oc_communicator *communicator;
    /* Posted receives for the next headers; `oldest` is the index of the one that gets the next
     * header. There are several, so that headers that arrive during the body of a spawn need not be
     * kept as unexpected messages. */
    struct oc_request receives[OC_JOB_RECEIVES];
    struct oc_job_header headers[OC_JOB_RECEIVES];
    uint32_t oldest;
    struct oc_job_share *shares; /* shares of the last received message */
    struct oc_job_outgoing *pending, *spare;
    uint32_t sent, received; /* number of headers */
};

void oc_job_messages_begin(struct oc_job_messages *messages, MPI_Comm comm);

/* Sends a copy of a message. If there is no memory for the copy, ends the program, because other
 * micro-kernels would wait for the message. */
void oc_job_messages_send(struct oc_job_messages *messages, int to,
                          const struct oc_job_message *message);

/* Sleeps until the next message comes or hal_cycles() reaches `deadline`. Returns the sender, or
 * -1. The message is valid until the next call. */
int oc_job_messages_receive(struct oc_job_messages *messages, uint64_t deadline,
                            struct oc_job_message *message);

/* Drops messages that are still on their way. The call is collective. */
void oc_job_messages_end(struct oc_job_messages *messages);

#endif
