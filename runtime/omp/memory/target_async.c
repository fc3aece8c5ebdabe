/* Copies as tasks with dependences (OpenMP 5.2, 18.8.7 and 18.8.8). The calling thread copies at
 * once, because there is no device that could copy in the meantime. */
#include "omp.h"

#define HEAD 5 /* words before the addresses in GCC's array for a depend clause */

void GOMP_taskwait_depend(void **depends);

/* Waits for the earlier tasks to which the depend objects refer. */
static void await(int count, omp_depend_t *objects) {
    if (count < 1 || !objects)
        return;
    void *depends[HEAD + count];
    for (int i = 0; i < HEAD; i++)
        depends[i] = NULL;
    depends[1] = (void *)(uintptr_t)count;
    for (int i = 0; i < count; i++)
        depends[HEAD + i] = &objects[i];
    GOMP_taskwait_depend(depends);
}

int omp_target_memcpy_async(void *to, const void *from, size_t bytes, size_t to_offset,
                            size_t from_offset, int to_device, int from_device, int count,
                            omp_depend_t *objects) {
    await(count, objects);
    return omp_target_memcpy(to, from, bytes, to_offset, from_offset, to_device, from_device);
}

int omp_target_memcpy_rect_async(void *to, const void *from, size_t bytes, int dimensions,
                                 const size_t *volume, const size_t *to_offsets,
                                 const size_t *from_offsets, const size_t *to_sizes,
                                 const size_t *from_sizes, int to_device, int from_device,
                                 int count, omp_depend_t *objects) {
    await(count, objects);
    return omp_target_memcpy_rect(to, from, bytes, dimensions, volume, to_offsets, from_offsets,
                                  to_sizes, from_sizes, to_device, from_device);
}
