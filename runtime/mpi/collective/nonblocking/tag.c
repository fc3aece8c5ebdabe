/* Counts the operations of each communicator. The counts are stored apart, so that communicators
 * are smaller in programs without such operations. */
#include <stdlib.h>

#include "mpi/collective/nonblocking/fibre.h"
#include "mpi/error/check.h"

struct tally {
    struct tally *next;
    const struct oc_communicator *comm;
    int last;
};

static struct tally *tallies;

static struct tally **link_to(const struct oc_communicator *comm) {
    struct tally **at = &tallies;
    while (*at && (*at)->comm != comm)
        at = &(*at)->next;
    return at;
}

/* Blocking collectives have number 0. Numbers are reused after as many operations as there are
 * tags; by then, the earlier operation has long been completed. */
int oc_operation_tag(const struct oc_communicator *comm) {
    struct tally *tally = *link_to(comm);
    if (!tally) {
        tally = malloc(sizeof *tally);
        if (!tally)
            return 0;
        *tally = (struct tally){tallies, comm, 0};
        tallies = tally;
    }
    tally->last = tally->last < OC_TAG_UB >> OC_TAG_BITS ? tally->last + 1 : 1;
    return tally->last << OC_TAG_BITS;
}

void oc_operations_forget(const struct oc_communicator *comm) {
    struct tally **at = link_to(comm), *tally = *at;
    if (oc_channels_end)
        oc_channels_end(comm);
    if (!tally)
        return;
    *at = tally->next;
    free(tally);
}
