/* The matching core: posted receives and unexpected messages (MPI 4.1, section 3.5). */
#ifndef MPI_CORE_MATCH_H
#define MPI_CORE_MATCH_H

#include "mpi/core/request.h"

/* What a message is matched by, and its length. */
struct oc_envelope {
    uint32_t context;
    int source; /* rank in the communicator */
    int tag;
    size_t bytes;
    bool offered; /* for the transport: the body says where the data are */
};

/* A transport reports a message that has arrived. `body` is what it will need to deliver it (the
 * data themselves, or where they are), and is copied if no receive matches yet. False: there is no
 * memory to keep it; the transport holds it back and reports it again later. */
bool oc_arrive(const struct oc_envelope *envelope, const void *body, size_t body_bytes);

/* Messages kept because nobody has asked for them yet. */
extern uint32_t oc_unexpected_messages;

#endif
