/* Records for `onchip run --check-mpi`: which messages this process has sent and received, with
 * their types, and which requests it has not freed.
 *
 * A program that is linked with link/check-mpi.flags defines oc_watching. Its calls of MPI_X go
 * through the layer of profiling/entries.py. Observers in this folder, oc_watch_MPI_X, write the
 * records that need only the arguments of a call. Events (profiling/events.h) give the records of
 * later steps, and of steps that many functions share. Other programs contain none of this code.
 * python/onchip/mpi_check/ describes the records, and combines those of all ranks. */
#ifndef MPI_WATCH_WATCH_H
#define MPI_WATCH_WATCH_H

#include <stdbool.h>

#include "mpi/profiling/events.h"
#include "mpi/watch/signature.h"

extern const char oc_watching;

/* What a record says. */
enum oc_watch_kind {
    OC_WATCH_SEND,      /* a message has been given to the transport */
    OC_WATCH_MATCH,     /* a receive is complete */
    OC_WATCH_TAKE,      /* MPI_Mprobe has taken a message */
    OC_WATCH_REQUEST,   /* the user gets a request */
    OC_WATCH_LEFT,      /* the process ends, and the user still has a request */
    OC_WATCH_ACTIVE,    /* the process ends without MPI_Finalize */
    OC_WATCH_NO_MEMORY, /* later receives or collectives are not recorded */
    /* The data of one part of a collective: `peer` is the number of the part, and `request` a hash
     * of the communicator's members. */
    OC_WATCH_COLLECTIVE,
    /* The origin's side of an operation on a window, if the two sides do not match. */
    OC_WATCH_ORIGIN,
    OC_WATCH_TARGET,        /* the target's side of this operation */
    OC_WATCH_PARTS_SEND,    /* a partitioned send is initialised, with the data of all partitions */
    OC_WATCH_PARTS_RECEIVE, /* a partitioned receive is initialised, in the same way */
    /* A collective is called: `number` is its number among the collectives of the communicator,
     * `tag` its root, `bytes` the handle of its reduction operation, and `request` a hash of the
     * communicator's members. */
    OC_WATCH_JOIN,
    OC_WATCH_WITHDRAWN, /* a send is cancelled; the record of its start has the same `request` */
    OC_WATCH_WRITTEN,   /* the program has written to a buffer that a message still uses */
    /* A message starts whose buffer overlaps with that of another message, which is still in use.
     * The next record, OC_WATCH_OVERLAPPED, describes that message. At least one is a receive. */
    OC_WATCH_OVERLAP,
    OC_WATCH_OVERLAPPED,
    /* An operation on a window: `peer` is the target, `comm` the offset of the first byte in the
     * target's memory, and `tag` the enum oc_watch_use. If `flags` is 0, `number` is the number of
     * the last fence, and `request` a hash of the window's members. */
    OC_WATCH_ACCESS,
    OC_WATCH_FREED, /* the user frees an active request */
    OC_WATCH_KNOWN, /* the user learns that a request is complete; the request stays active */
    /* Operations of this process on windows are complete, apart from those after a fence. If
     * `request` is set, this is the operation with this request. Otherwise these are all operations
     * on the window with this `context` and the target `peer` (-1: all targets). `flags` may be
     * OC_WATCH_HERE. */
    OC_WATCH_COMPLETED
};

/* A record, with the same layout on the chip and on Linux. */
struct oc_watch_record {
    uint32_t kind;
    int32_t peer; /* rank in the world */
    uint32_t context;
    int32_t tag;
    uint64_t bytes;
    uint64_t request; /* address of the request */
    /* Return address of the call, less the address of the program; 0 if unknown. */
    uint64_t caller;
    uint64_t comm;   /* handle of the communicator */
    uint32_t number; /* receives match messages in the order of their numbers */
    uint32_t flags;
    struct oc_signature signature;
    char call[32]; /* the MPI function's name */
};

/* `flags` of OC_WATCH_LEFT, a request that the user still has at the end. */
enum { OC_WATCH_PERSISTENT = 1, OC_WATCH_PENDING = 2 };

/* `flags` of OC_WATCH_JOIN, a call of a collective: arguments that all ranks must give alike. */
enum { OC_WATCH_ROOT = 1, OC_WATCH_OPERATION = 2 };

/* `flags` of OC_WATCH_ACCESS, an operation on a window. OC_WATCH_OWN says that the operation is in
 * an epoch of a lock or of MPI_Win_start. The member `request` is then the operation's request, or
 * 0. */
enum { OC_WATCH_OWN = 1 };

/* `flags` of OC_WATCH_COMPLETED: the operations are complete only at their origin. */
enum { OC_WATCH_HERE = 1 };

/* How an operation uses a window's memory. */
enum oc_watch_use { OC_WATCH_READS, OC_WATCH_WRITES, OC_WATCH_COMBINES };

/* `flags` of OC_WATCH_COLLECTIVE, a part of a collective. */
enum oc_watch_side { OC_WATCH_GIVES = 1, OC_WATCH_TAKES = 2 };

/* The latest call of MPI by the program: the address to which it returns, and the function's name.
 * The entries of profiling/entries.py write them. */
extern struct oc_noted {
    uintptr_t caller;
    const char *call;
} oc_noted;

/* Fills in the members that all records have. `call` is the name of the MPI function to which the
 * record belongs. Its caller is known only if the entries have noted this call last. */
void oc_watch_begin(struct oc_watch_record *record, enum oc_watch_kind kind, const char *call);
void oc_watch_end(struct oc_watch_record *record);

/* Reports that there is no memory for later records. Only the first call has an effect. */
void oc_watch_no_memory(void);

/* The data that a call describes by a count and a datatype. */
struct oc_watch_data {
    ptrdiff_t count;
    MPI_Datatype type;
};

/* Fills in a record with the length and the signature of the data, of which at most `most` bytes
 * count. Returns false if the data have no signature, or if nothing is recorded now. */
bool oc_watch_fill(struct oc_watch_record *record, enum oc_watch_kind kind,
                   struct oc_watch_data data, size_t most);

/* Returns a number for the next receive. Its later records contain this number. */
uint32_t oc_watch_number(void);

/* Notes the start of the receive that was checked last, under a number. */
void oc_watch_receive(struct oc_request *receive, uint32_t number);

/* Records the requests that the user has not freed. Null in programs without requests. */
OC_OPTIONAL void oc_watch_requests_left(void);

#endif
