/* Nonblocking collectives run on fibres (collective/nonblocking/fibre.h); everything else runs on
 * the main stack. What a program without them links is in core/fibre.c. */
#ifndef MPI_CORE_FIBRE_H
#define MPI_CORE_FIBRE_H

#include <stdbool.h>
#include <stddef.h>

#include "link/variant.h"

struct oc_operation;

/* What is being carried out on a fibre; null: this is the main stack. */
extern struct oc_operation *oc_operation_running;

/* Whether this is a fibre: then other collectives of the communicator may be under way, and nothing
 * may be used that serves one at a time. */
static inline bool oc_on_fibre(void) {
    return oc_operation_running;
}

/* Calls a function on the main stack: the user's, or one that may take much stack. */
void oc_call_on_main(void (*function)(void *context), void *context);
OC_VARIANTS(oc_call_on_main, oc_call_on_main_here, oc_call_on_main_from_fibre);

#endif
