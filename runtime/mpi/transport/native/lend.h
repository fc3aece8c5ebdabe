/* Long messages inside a tile, in programs for tiles with several ranks (link/tiles.flags).
 *
 * All ranks of a tile share its network interface, which copies one message after the other. The
 * sender of a long message therefore lends its data: it gives the other ranks of the tile access to
 * the data's memory pages, and says so in its offer. The receiver's core then copies the data, as
 * in the transport ipc-local. A receiver without code for such copies fetches the data as those of
 * any other offer. */
#ifndef MPI_TRANSPORT_NATIVE_LEND_H
#define MPI_TRANSPORT_NATIVE_LEND_H

#include "mpi/transport/native/native.h"

/* The length in bytes from which messages are lent. For shorter messages, changing the access
 * rights of pages takes longer than it saves. */
#define OC_LENT_BYTES 512

/* The largest number of loans that a process has at a time. Further messages are offered without a
 * loan. */
#define OC_LOANS 16

/* The loans whose data the receivers may still copy. */
extern struct oc_loan *oc_native_loans;

/* Takes back the loans whose data have been copied; returns false if there are none. */
bool oc_native_take_back(void);

#endif
