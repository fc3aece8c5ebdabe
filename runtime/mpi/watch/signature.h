/* Type signatures (MPI 4.1, section 3.3.1). A signature is the sequence of predefined datatypes in
 * a message. It does not depend on where the data are in memory. */
#ifndef MPI_WATCH_SIGNATURE_H
#define MPI_WATCH_SIGNATURE_H

#include "mpi/core/request.h"

#define OC_SIGNATURE_RUNS 6

struct oc_signature {
    uint64_t hash;    /* hash of all entries */
    uint64_t entries; /* number of entries */
    uint32_t untyped; /* an entry is MPI_BYTE or MPI_PACKED, which match all types */
    /* The number of runs of equal entries. `run` contains the first few of them. */
    uint32_t runs;
    struct {
        uint32_t type, count; /* handle of a predefined datatype */
    } run[OC_SIGNATURE_RUNS];
};

/* Computes the signature of the first `bytes` bytes of `count` elements. */
void oc_signature_of(struct oc_signature *signature, MPI_Datatype type, size_t count, size_t bytes);
/* The second variant is for programs with derived datatypes. */
OC_VARIANTS(oc_signature_of, oc_signature_of_named, oc_signature_of_any);

/* A signature that is being computed. `bytes` begins as the length of the message.
 * oc_signature_add() adds elements of a predefined datatype, and returns false if no bytes are left
 * for them. */
struct oc_signing {
    struct oc_signature *signature;
    size_t bytes; /* bytes left */
};
bool oc_signature_add(struct oc_signing *signing, MPI_Datatype named, size_t count);

#endif
