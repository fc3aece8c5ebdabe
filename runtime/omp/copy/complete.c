#include "omp/copy/copy.h"

bool onchip_copy_is_complete(int copy) {
    return copy < 0 || hal_done(copy);
}
