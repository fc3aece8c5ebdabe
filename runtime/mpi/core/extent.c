#include "mpi/core/datatype.h"

/* Handles from 0x2c0 on are for Fortran's types of a given size. Byte n is for the sizes of 2^n
 * bytes; each of its bits says whether one of eight handles names a datatype. */
static const uint8_t fortran_types[8] = {0x03, 0x07, 0x0f, 0x0f, 0x0f, 0x08};

size_t oc_datatype_extent(MPI_Datatype type) {
    uintptr_t index = OC_TYPE_INDEX(type), size = index >> 3 & 7;
    if (index < OC_TABLE_TYPES)
        return oc_scale_of_all[index] ? oc_scaled(1, oc_scale_of_all[index]) : 0;
    return index >> 6 == 3 && fortran_types[size] >> (index & 7) & 1 ? (size_t)1 << size : 0;
}
