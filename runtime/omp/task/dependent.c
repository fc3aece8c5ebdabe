#include "omp/task/dependent.h"

void oc_dependent_complete(struct oc_dependent *dependent) {
    (void)dependent;
}
