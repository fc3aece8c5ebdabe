/* Long messages inside a tile, in programs for tiles with several ranks (link/tiles.flags).
 *
 * All ranks of a tile share its network interface, which copies one message after the other. So the
 * sender of a long message lends it to its tile, and says so in its offer; the receiver's core
 * copies it, as with ipc-local. A receiver that does not know of this fetches it as any other.
 */
#ifndef MPI_TRANSPORT_NATIVE_LEND_H
#define MPI_TRANSPORT_NATIVE_LEND_H

#include "mpi/transport/native/native.h"

/* Length in bytes from which on messages are lent; shorter ones are not worth opening pages. */
#define OC_LENT_BYTES 512

/* Loans that a process may have at a time; it offers further messages without lending them. */
#define OC_LOANS 16

/* An offer as it is kept; `is_lent` does not travel. */
struct __attribute__((may_alias)) oc_lent_offer {
    struct oc_offer offer;
    uint32_t is_lent;
};
_Static_assert(sizeof(struct oc_lent_offer) <= OC_OFFER_BYTES, "a loan is too long");

/* Loans that have not been taken back. */
extern struct oc_loan *oc_native_loans;

/* Takes back what has been copied; false: nothing has. */
bool oc_native_take_back(void);

#endif
