#include "mpi/core/datatype.h"

/* Handles from 0x2c0 on are for Fortran's types of a given size. Byte n is for the sizes of 2^n
 * bytes; each of its bits says whether one of eight handles names a datatype. */
static const uint8_t fortran_types[8] = {0x03, 0x07, 0x0f, 0x0f, 0x0f, 0x08};

size_t oc_datatype_extent(MPI_Datatype type) {
    uintptr_t index = OC_TYPE_INDEX(type), size = index >> 3 & 7;
    unsigned scale = 0;
    if (index < OC_TABLE_TYPES)
        scale = oc_scale_of_all[index];
    else if (index >> 6 == 3 && fortran_types[size] >> (index & 7) & 1)
        scale = OC_SCALE + (unsigned)size;
    return scale ? oc_scaled(1, scale) : 0;
}
