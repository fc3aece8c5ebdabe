/* Nonblocking collectives run on fibres, each of which has its own stack
 * (collective/nonblocking/fibre.h). Everything else runs on the main stack. Programs without
 * nonblocking collectives link core/fibre.c instead, which has no fibres. */
#ifndef MPI_CORE_FIBRE_H
#define MPI_CORE_FIBRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "link/variant.h"

struct oc_operation;

/* The operation whose fibre is running; null on the main stack. */
extern struct oc_operation *oc_operation_running;

/* Whether the caller runs on a fibre. If so, the communicator may have other collectives in
 * progress, so resources that serve one collective at a time must not be used. */
static inline bool oc_on_fibre(void) {
    return oc_operation_running;
}

/* Suspends the calling fibre while *word is `value`. Returns false if the caller is on the main
 * stack. The function's address is null in programs without nonblocking collectives. */
bool oc_await_on_fibre(const volatile uint32_t *word, uint32_t value) OC_OPTIONAL;

/* Calls a function on the main stack, because it belongs to the user or may need much stack. */
void oc_call_on_main(void (*function)(void *context), void *context);
OC_VARIANTS(oc_call_on_main, oc_call_on_main_here, oc_call_on_main_from_fibre);

#endif
