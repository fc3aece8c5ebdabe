#include <onchip_mpi.h>

#define TAG(KIND) ((KIND) % 2 ? ONCHIP_TAG_GUARANTEED(3) : ONCHIP_TAG_PRIORITY((KIND) % 8, 3))
#include "half.c"
