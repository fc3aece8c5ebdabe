/* A thread that waits in a tied task runs only descendants of that task (OpenMP 5.2, 12.9). */
#ifdef _OPENMP
#include <omp.h>
#else
typedef int omp_lock_t;
#define omp_init_lock(lock) (*(lock) = 0)
#define omp_destroy_lock(lock) (*(lock) = 0)
#define omp_set_lock(lock) (*(lock) = 1)
#define omp_unset_lock(lock) (*(lock) = 0)
#endif

#include "check.h"

#define THREADS 64

static void work(int rounds) {
    for (volatile int i = 0; i < rounds; i++)
        ;
}

/* While a tied task waits, its thread runs only descendants of that task. So no other task on the
 * thread requests a lock that the waiting task holds (OpenMP 5.2, 12.9). */
static void constrained(void) {
    omp_lock_t lock;
    omp_init_lock(&lock);
    int sum = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 30; i++)
#pragma omp task shared(sum, lock)
    {
        omp_set_lock(&lock);
#pragma omp task
        work(50);
#pragma omp task
        work(70);
#pragma omp taskwait
        sum++;
        omp_unset_lock(&lock);
    }
    CHECK(sum == 30);
    omp_destroy_lock(&lock);
}

/* Every second thread waits for tasks of unequal length, which the other threads steal. While
 * such a thread waits, it runs none of the tasks for which other threads wait. */
static void not_of_others(void) {
#ifdef _OPENMP
    static int waits[THREADS]; /* for each thread, whether it is in taskwait */
    int intruders = 0;
#pragma omp parallel
    {
        int owner = omp_get_thread_num();
        for (int round = 0; round < 16 && owner % 2 == 0; round++) {
            for (int i = 0; i < 6; i++) {
#pragma omp task
                {
                    int me = omp_get_thread_num();
                    if (waits[me] && me != owner) {
#pragma omp atomic
                        intruders++;
                    }
                    work(i * 40);
                }
            }
            waits[owner] = 1;
#pragma omp taskwait
            waits[owner] = 0;
        }
    }
    CHECK(intruders == 0);
#endif
}

int main(void) {
    not_of_others();
    constrained();
    puts(wrong ? "wrong" : "done");
    return wrong;
}
