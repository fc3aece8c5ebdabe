/* Converts a number between memory and "external32". In memory it is little-endian, both on the
 * chip and on PCs. */
#ifndef MPI_TYPE_EXTERNAL_VALUE_H
#define MPI_TYPE_EXTERNAL_VALUE_H

#include "mpi/type/external_format.h"

/* Convert a number to external form and back. Return false if the number has been truncated because
 * the result cannot represent it. */
bool oc_external_put(const struct oc_external_format *format, unsigned char *external,
                     const unsigned char *native);
bool oc_external_get(const struct oc_external_format *format, unsigned char *native,
                     const unsigned char *external);

#endif
