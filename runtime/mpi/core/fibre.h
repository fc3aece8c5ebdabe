/* Nonblocking collectives run on fibres, which are stacks of their own
 * (collective/nonblocking/fibre.h); everything else runs on the main stack. Programs without
 * nonblocking collectives link core/fibre.c instead, which has no fibres. */
#ifndef MPI_CORE_FIBRE_H
#define MPI_CORE_FIBRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "link/variant.h"

struct oc_operation;

/* The operation that runs on a fibre at present. Null on the main stack. */
extern struct oc_operation *oc_operation_running;

/* Whether the caller runs on a fibre. If so, other collectives of the communicator may be in
 * progress, and resources that serve one collective at a time must not be used. */
static inline bool oc_on_fibre(void) {
    return oc_operation_running;
}

/* Suspends the fibre while *word is `value`. On the main stack, returns false. The function's
 * address is null in programs without nonblocking collectives. */
bool oc_await_on_fibre(const volatile uint32_t *word, uint32_t value) OC_OPTIONAL;

/* Calls a function on the main stack, because it is the user's or may need a deep stack. */
void oc_call_on_main(void (*function)(void *context), void *context);
OC_VARIANTS(oc_call_on_main, oc_call_on_main_here, oc_call_on_main_from_fibre);

#endif
