/* Locks, including nestable ones (OpenMP 5.2, 18.9). */
#include <omp.h>
#include <stdio.h>

#define SHOW(what) printf("%s: %d\n", #what, (int)(what))

int main(void) {
    omp_lock_t lock;
    omp_nest_lock_t nest;
    omp_init_lock(&lock);
    omp_init_nest_lock(&nest);
    SHOW(omp_test_lock(&lock));
    SHOW(omp_test_lock(&lock));
    omp_unset_lock(&lock);
    omp_set_nest_lock(&nest);
    SHOW(omp_test_nest_lock(&nest));
    SHOW(omp_test_nest_lock(&nest));
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
    int seen = -1;
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1)
        seen = omp_test_nest_lock(&nest);
    SHOW(seen);
    omp_unset_nest_lock(&nest);
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1) {
        seen = omp_test_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
    }
    SHOW(seen);
    int sum = 0;
#pragma omp parallel num_threads(4)
    for (int i = 0; i < 50; i++) {
        omp_set_nest_lock(&nest);
        omp_set_nest_lock(&nest);
        sum++;
        omp_unset_nest_lock(&nest);
        sum++;
        omp_unset_nest_lock(&nest);
#pragma omp critical(hinted) hint(omp_sync_hint_contended)
        sum += 0;
    }
    SHOW(sum);
    omp_destroy_nest_lock(&nest);
    omp_destroy_lock(&lock);
}
