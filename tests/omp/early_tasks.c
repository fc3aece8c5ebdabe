/* Tasks that take part in reductions while some threads have not yet entered their construct. Each
 * thread's copy is initialised once, even if the thread can run another thread's task before it
 * enters the construct. */
#include <omp.h>

#include "check.h"

#define TIMES 200
#define TASKS 4
#define THREADS 6

/* The product after this many tasks, each of which multiplies it by 3, modulo 2^32. */
static unsigned product_of(int tasks) {
    unsigned product = 1;
    for (int i = 0; i < tasks; i++)
        product *= 3;
    return product;
}

static void region(void) {
    unsigned product = 1;
    int threads = 0;
#pragma omp parallel num_threads(THREADS) reduction(task, * : product) reduction(+ : threads)
    {
        threads++;
        for (int i = 0; i < TASKS; i++)
#pragma omp task in_reduction(* : product)
            product *= 3;
    }
    CHECK(product == product_of(threads * TASKS));
}

static void loop(void) {
    unsigned product = 1;
#pragma omp parallel num_threads(THREADS)
#pragma omp for reduction(task, * : product) schedule(dynamic, 1)
    for (int i = 0; i < TASKS * THREADS; i++) {
#pragma omp task in_reduction(* : product)
        {
#pragma omp task in_reduction(* : product)
            product *= 3;
            product *= 3;
        }
    }
    CHECK(product == product_of(2 * TASKS * THREADS));
}

static void ordered_tasks(void) {
    unsigned product = 1;
    int chain = 0;
#pragma omp parallel num_threads(THREADS) reduction(task, * : product)
    {
        int own = 0;
        for (int i = 0; i < TASKS; i++)
#pragma omp task in_reduction(* : product) depend(inout : own) shared(own)
        {
            product *= 3;
            own++;
        }
#pragma omp taskwait
#pragma omp atomic
        chain += own == TASKS;
    }
    CHECK(chain > 0 && product == product_of(chain * TASKS));
}

int main(void) {
    for (int i = 0; i < TIMES; i++) {
        region();
        loop();
        ordered_tasks();
    }
    puts(wrong ? "wrong" : "done");
    return wrong;
}
