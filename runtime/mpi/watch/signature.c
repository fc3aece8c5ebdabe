#include "mpi/watch/signature.h"

#include <stdbool.h>

#include "mpi/core/datatype.h"

#define FACTOR UINT64_C(0x9e3779b97f4a7c15)

/* Applies the function x → factor * x + code `count` times, in log2(count) steps. */
static uint64_t hash_of(uint64_t hash, uint64_t code, uint64_t count) {
    uint64_t factor = FACTOR;
    for (; count; count >>= 1) {
        if (count & 1)
            hash = factor * hash + code;
        code += factor * code;
        factor *= factor;
    }
    return hash;
}

static void add_run(struct oc_signature *signature, uint32_t type, uint64_t count) {
    uint32_t last = signature->runs - 1;
    if (signature->runs && last < OC_SIGNATURE_RUNS && signature->run[last].type == type) {
        signature->run[last].count += (uint32_t)count;
        return;
    }
    if (signature->runs < OC_SIGNATURE_RUNS) {
        signature->run[signature->runs].type = type;
        signature->run[signature->runs].count = (uint32_t)count;
    }
    signature->runs++;
}

bool oc_signature_add(struct oc_signing *signing, MPI_Datatype named, size_t count) {
    struct oc_signature *signature = signing->signature;
    size_t size = oc_datatype_extent(named), most;
    if (!size)
        return true;
    /* If only a part of an element fits into the message, it counts as a whole one, so that the
     * signatures differ. */
    most = (signing->bytes + size - 1) / size;
    if (count > most)
        count = most;
    if (!count)
        return false;
    uint32_t type = (uint32_t)(uintptr_t)named;
    signature->hash = hash_of(signature->hash, type + 1, count);
    signature->entries += count;
    signature->untyped |= named == MPI_BYTE || named == MPI_PACKED;
    add_run(signature, type, count);
    signing->bytes = count * size < signing->bytes ? signing->bytes - count * size : 0;
    return signing->bytes;
}

/* Adds pairs for MPI_MINLOC or MPI_MAXLOC; each is two entries of a signature (MPI 4.1, section
 * 6.9.4). */
static bool add_pair(struct oc_signing *signing, MPI_Datatype value, MPI_Datatype index,
                     size_t count) {
    while (count-- && oc_signature_add(signing, value, 1))
        if (!oc_signature_add(signing, index, 1))
            break;
    return signing->bytes;
}

void oc_signature_of_named(struct oc_signature *signature, MPI_Datatype type, size_t count,
                           size_t bytes) {
    size_t padded = oc_datatype_padded_extent(type);
    struct oc_signing signing = {signature, bytes};
    *signature = (struct oc_signature){0};
    /* In programs without derived datatypes, pairs are sent with their gaps. */
    if (padded)
        count = bytes / padded, signing.bytes = count * padded;
    switch ((uintptr_t)type) {
    case (uintptr_t)MPI_FLOAT_INT:
        add_pair(&signing, MPI_FLOAT, MPI_INT, count);
        break;
    case (uintptr_t)MPI_DOUBLE_INT:
        add_pair(&signing, MPI_DOUBLE, MPI_INT, count);
        break;
    case (uintptr_t)MPI_LONG_INT:
        add_pair(&signing, MPI_LONG, MPI_INT, count);
        break;
    case (uintptr_t)MPI_SHORT_INT:
        add_pair(&signing, MPI_SHORT, MPI_INT, count);
        break;
    case (uintptr_t)MPI_LONG_DOUBLE_INT:
        add_pair(&signing, MPI_LONG_DOUBLE, MPI_INT, count);
        break;
    case (uintptr_t)MPI_2INT:
        add_pair(&signing, MPI_INT, MPI_INT, count);
        break;
    default:
        oc_signature_add(&signing, type, count);
    }
}
