/* over_ipc.c with mailboxes and portals that stay open. */
#define KEEPS_OPEN 1
#include "over_ipc.c"
