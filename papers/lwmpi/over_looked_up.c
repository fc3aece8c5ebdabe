/* over_mpi.c with a look-up of the receiver's name before each send, as published (5.7.2). The name
 * daemon, which is the kernel of the sender's cluster, has the name in its cache. */
#define LOOKS_UP 1
#include "over_mpi.c"
