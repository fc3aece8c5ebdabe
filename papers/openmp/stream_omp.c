/* STREAM with OpenMP: the data are in the tile of thread 0, which is idle in the region. */
#include <omp.h>

#include "stream.h"

static void run(enum kernel kernel, int buffers, int workers) {
#pragma omp parallel num_threads(WORKERS + 1)
    if (omp_get_thread_num() && omp_get_thread_num() <= workers)
        stream_part(kernel, buffers, omp_get_thread_num() - 1);
}

int main(void) {
    measure_streams(run);
}
