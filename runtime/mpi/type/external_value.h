/* A number in memory and in "external32"; both machines of ours are little-endian. */
#ifndef MPI_TYPE_EXTERNAL_VALUE_H
#define MPI_TYPE_EXTERNAL_VALUE_H

#include "mpi/type/external_format.h"

/* False: the value has no representation on the other side, and is cut. */
bool oc_external_put(const struct oc_external_format *format, unsigned char *external,
                     const unsigned char *native);
bool oc_external_get(const struct oc_external_format *format, unsigned char *native,
                     const unsigned char *external);

#endif
