#include "omp/copy/copy.h"

int onchip_copy_wait(int copy) {
    if (copy < 0)
        return copy;
    hal_finish(copy);
    hal_acquire(); /* the copy may have changed what a data cache holds */
    return ONCHIP_COPY_DONE;
}
