#include "omp/copy/copy.h"

bool onchip_copy_is_complete(int copy) {
    if (copy < 0)
        return true;
    bool is_complete = hal_done(copy);
    if (is_complete)
        hal_acquire(); /* the copy may have changed what a data cache holds */
    return is_complete;
}
