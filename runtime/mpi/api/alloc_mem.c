#include <stdlib.h>
#include <string.h>

#include "mpi/info/check.h"

/* The alignment in bytes that the hints request, a power of two, or 0 if they request none. */
static size_t alignment(const struct oc_info *hints) {
    const struct oc_pair *pair = hints ? oc_info_pair(hints, "mpi_minimum_memory_alignment") : NULL;
    size_t value = pair ? strtoul(pair->value, NULL, 0) : 0;
    return value & (value - 1) ? 0 : value;
}

/* Stores the address of the memory in the pointer to which `result` points. The memory is on the
 * heap: DMA reaches all memory, so no other memory would be faster. */
int PMPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *result) {
    struct oc_info *hints;
    int error = oc_enter("MPI_Alloc_mem");
    if (error || (error = oc_check_info_or_null(NULL, info, &hints)) ||
        (error = oc_check_result(NULL, result)))
        return error;
    if (size < 0)
        return oc_raise(NULL, MPI_ERR_ARG, "size # is negative|0 or more", (long)size, 0);
    size_t bytes = size ? (size_t)size : 1, align = alignment(hints);
    if (align < _Alignof(max_align_t))
        align = _Alignof(max_align_t);
    void *memory = bytes > PTRDIFF_MAX - align
                       ? NULL
                       : aligned_alloc(align, (bytes + align - 1) & ~(align - 1));
    if (!memory)
        return oc_raise(NULL, MPI_ERR_NO_MEM, "no memory of # bytes", (long)size, 0);
    memcpy(result, &memory, sizeof memory);
    return MPI_SUCCESS;
}
