/* OpenMP's lock routines with any compiler's omp.h, which declares the lock type: the routines
 * write only into the lock, not into data next to it. */
#include <omp.h>
#include <stdio.h>

enum { LOCKS = 40, ROUNDS = 200 };

static struct {
    int before;
    omp_lock_t lock;
    int between;
    omp_nest_lock_t nest;
    int behind;
} each[LOCKS];
static int counts[LOCKS];

int main(void) {
    int wrong = 0, sum = 0, threads = 0;
    for (int i = 0; i < LOCKS; i++) {
        each[i].before = each[i].between = each[i].behind = i;
        omp_init_lock(&each[i].lock);
        omp_init_nest_lock(&each[i].nest);
    }
#pragma omp parallel reduction(+ : threads)
    for (int i = 0; i < ROUNDS; i++) {
        threads = 1;
        int k = (7 * i + omp_get_thread_num()) % LOCKS;
        omp_set_lock(&each[k].lock);
        counts[k]++;
        omp_unset_lock(&each[k].lock);
        omp_set_nest_lock(&each[k].nest);
        if (omp_test_nest_lock(&each[k].nest) != 2)
            counts[k] = -1000;
        omp_unset_nest_lock(&each[k].nest);
        omp_unset_nest_lock(&each[k].nest);
    }
    for (int i = 0; i < LOCKS; i++) {
        omp_destroy_lock(&each[i].lock);
        omp_destroy_nest_lock(&each[i].nest);
        wrong += each[i].before != i || each[i].between != i || each[i].behind != i;
        sum += counts[i];
    }
    if (wrong || sum != ROUNDS * threads)
        printf("%d overwritten, %d instead of %d\n", wrong, sum, ROUNDS * threads);
    puts("done");
    return 0;
}
