/* Memory of devices (OpenMP 5.2, 18.8). The only device is the host, whose memory is the
 * program's. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "omp.h"

static bool is_host(int device) {
    return device == omp_initial_device || device == omp_get_initial_device();
}

void *omp_target_alloc(size_t bytes, int device) {
    return is_host(device) ? malloc(bytes) : NULL;
}

void omp_target_free(void *memory, int device) {
    if (is_host(device))
        free(memory);
}

int omp_target_is_present(const void *memory, int device) {
    (void)memory;
    return is_host(device);
}

int omp_target_memcpy(void *to, const void *from, size_t bytes, size_t to_offset,
                      size_t from_offset, int to_device, int from_device) {
    if (!is_host(to_device) || !is_host(from_device))
        return EINVAL;
    memcpy((char *)to + to_offset, (const char *)from + from_offset, bytes);
    return 0;
}

/* Copies a box of elements, dimension by dimension. The elements of the last dimension are
 * contiguous. */
static void copy(char *to, const char *from, size_t bytes, int dimensions, const size_t *volume,
                 const size_t *to_offsets, const size_t *from_offsets, const size_t *to_sizes,
                 const size_t *from_sizes) {
    size_t to_step = bytes, from_step = bytes;
    for (int i = 1; i < dimensions; i++) {
        to_step *= to_sizes[i];
        from_step *= from_sizes[i];
    }
    to += to_offsets[0] * to_step;
    from += from_offsets[0] * from_step;
    if (dimensions == 1) {
        memcpy(to, from, volume[0] * bytes);
        return;
    }
    for (size_t i = 0; i < volume[0]; i++)
        copy(to + i * to_step, from + i * from_step, bytes, dimensions - 1, volume + 1,
             to_offsets + 1, from_offsets + 1, to_sizes + 1, from_sizes + 1);
}

int omp_target_memcpy_rect(void *to, const void *from, size_t bytes, int dimensions,
                           const size_t *volume, const size_t *to_offsets,
                           const size_t *from_offsets, const size_t *to_sizes,
                           const size_t *from_sizes, int to_device, int from_device) {
    if (!to && !from)
        return INT_MAX; /* the number of supported dimensions */
    if (!is_host(to_device) || !is_host(from_device) || dimensions < 1)
        return EINVAL;
    copy(to, from, bytes, dimensions, volume, to_offsets, from_offsets, to_sizes, from_sizes);
    return 0;
}

/* Host memory cannot be associated with device memory, because the only device is the host. */
int omp_target_associate_ptr(const void *host, const void *other, size_t bytes, size_t offset,
                             int device) {
    (void)host, (void)other, (void)bytes, (void)offset, (void)device;
    return EINVAL;
}

int omp_target_disassociate_ptr(const void *memory, int device) {
    (void)memory, (void)device;
    return EINVAL;
}

int omp_target_is_accessible(const void *memory, size_t bytes, int device) {
    (void)memory, (void)bytes;
    return is_host(device);
}

void *omp_get_mapped_ptr(const void *memory, int device) {
    return is_host(device) ? (void *)memory : NULL;
}
