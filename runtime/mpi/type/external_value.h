/* Converts a number between memory and "external32". The chip and PCs are both little-endian. */
#ifndef MPI_TYPE_EXTERNAL_VALUE_H
#define MPI_TYPE_EXTERNAL_VALUE_H

#include "mpi/type/external_format.h"

/* Return false if the value has no representation on the other side and has been cut. */
bool oc_external_put(const struct oc_external_format *format, unsigned char *external,
                     const unsigned char *native);
bool oc_external_get(const struct oc_external_format *format, unsigned char *native,
                     const unsigned char *external);

#endif
