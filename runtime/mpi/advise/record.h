/* Records for `onchip run --advise`: when this process has sent, received and waited.
 *
 * A program that is linked with link/advise.flags calls X_recorded here in the place of some
 * functions X (link/variants.ld); these call X_unrecorded. Any other program has nothing of it. All
 * of them are above the transport, so it does not matter which one is linked. What the records
 * mean, and how they are joined: python/onchip/advice/. */
#ifndef MPI_ADVISE_RECORD_H
#define MPI_ADVISE_RECORD_H

#include "mpi/core/request.h"

enum oc_record_kind {
    OC_RECORD_NAME,       /* what a number in `call` means */
    OC_RECORD_START,      /* the end of MPI_Init */
    OC_RECORD_END,        /* the beginning of MPI_Finalize */
    OC_RECORD_SEND,       /* from the call of the transport's send to its return */
    OC_RECORD_POST,       /* a receive begins */
    OC_RECORD_FETCH,      /* the data of a message that was offered are asked for */
    OC_RECORD_WAIT,       /* for a request; at once if it is complete */
    OC_RECORD_AWAIT,      /* for a word of this process' own memory, or something else */
    OC_RECORD_COLLECTIVE, /* one without messages, from its beginning to its end */
};

struct oc_record {
    uint32_t kind;
    uint32_t call;    /* address of the MPI function's name */
    uint32_t request; /* address; a request of the same address may follow when it is complete */
    int32_t peer;     /* rank in the world; -1: any; OC_EVERYBODY; of a collective: its root */
    uint32_t context; /* oc_request.context; of a collective, its communicator's */
    int32_t tag;
    uint32_t bytes;
    uint32_t first; /* of a collective: rank in the world of its communicator's rank 0 */
    uint64_t begin; /* cycles; 0: it has no length */
    /* The host adds the cycle in which it gets the record: its end. */
};

/* Hands over a record, which ends now: to the host, or to the trace that the program keeps
 * (trace/record.c). */
void oc_record_end(struct oc_record *record);
OC_VARIANTS(oc_record_end, oc_record_end_told, oc_record_end_kept);

/* What all records of a request have. `peer`: a rank of its communicator. */
static inline void oc_record_fill(struct oc_record *record, enum oc_record_kind kind,
                                  const struct oc_request *request, int peer) {
    record->begin = 0;
    record->kind = kind;
    record->request = (uint32_t)(uintptr_t)request;
    record->peer = peer < 0 ? peer : oc_communicator_world_rank(request->comm, peer);
    record->context = request->context;
    record->tag = request->tag;
    record->bytes = (uint32_t)request->bytes;
    record->first = 0;
}

/* Fills in the record of a request as oc_record_fill() does, and sets its beginning to the present
 * cycle. */
static inline void oc_record_begin(struct oc_record *record, enum oc_record_kind kind,
                                   const struct oc_request *request, int peer) {
    oc_record_fill(record, kind, request, peer);
    record->begin = hal_cycles();
}

#endif
