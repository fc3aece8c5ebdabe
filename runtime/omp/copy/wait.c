#include "omp/copy/copy.h"

int onchip_copy_wait(int copy) {
    if (copy < 0)
        return copy;
    hal_finish(copy);
    return ONCHIP_COPY_DONE;
}
