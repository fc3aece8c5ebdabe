/* A program without MPI or OpenMP; see tests/test_names.py. */
#include "work.h"

int main(void) {
    use_library();
    check_names();
    printf("done %.1f\n", 1.5);
    return 0;
}
