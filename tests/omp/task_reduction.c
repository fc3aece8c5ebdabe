/* Reductions by tasks in taskgroup, taskloop and parallel, over scalars and arrays. */
#include <omp.h>

#include "check.h"

#define COUNT 40

static void groups(void) {
    int sum = 5, product = 1, parts[4] = {1, 2, 3, 4};
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum, parts) task_reduction(* : product)
        {
            for (int i = 0; i < COUNT; i++)
#pragma omp task in_reduction(+ : sum, parts) firstprivate(i)
            {
                sum += i;
                parts[i % 4] += i;
#pragma omp task in_reduction(+ : sum) in_reduction(* : product) firstprivate(i)
                {
                    sum += 100;
                    if (i < 5)
                        product *= 2;
                }
            }
        }
        CHECK(sum == 5 + COUNT * (COUNT - 1) / 2 + 100 * COUNT);
        CHECK(product == 32);
    }
    int all = 0;
    for (int i = 0; i < 4; i++)
        all += parts[i];
    CHECK(all == 10 + COUNT * (COUNT - 1) / 2);
}

static void inner_groups(void) {
    long outer = 0, inner = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : outer)
    {
        for (int i = 0; i < 6; i++)
#pragma omp task in_reduction(+ : outer) shared(inner)
        {
            long own = 0;
#pragma omp taskgroup task_reduction(+ : own)
            {
                for (int j = 0; j < 6; j++)
#pragma omp task in_reduction(+ : own, outer) firstprivate(j)
                {
                    own += j;
                    outer += 1;
                }
            }
#pragma omp atomic
            inner += own;
        }
    }
    CHECK(outer == 36 && inner == 6 * 15);
}

static void loops(void) {
    double sum = 1;
    unsigned bits = 0;
#pragma omp parallel
#pragma omp single
    {
        /* A loop without iterations. */
#pragma omp taskloop reduction(+ : sum)
        for (int i = 0; i < (int)bits; i++)
            sum += 7;
#pragma omp taskloop reduction(+ : sum)
        for (unsigned long long i = 0; i < bits; i++)
            sum += 7;
#pragma omp taskloop reduction(+ : sum) grainsize(3)
        for (int i = 0; i < 100; i++)
            sum += i;
#pragma omp taskgroup task_reduction(| : bits)
        {
#pragma omp taskloop in_reduction(| : bits) num_tasks(7)
            for (int i = 0; i < 32; i += 2)
                bits |= 1u << i;
        }
    }
    CHECK(sum == 4951 && bits == 0x55555555);
}

static void regions(void) {
    int sum = 0, threads = 0;
#pragma omp parallel reduction(task, + : sum) reduction(+ : threads)
    {
        threads++;
        sum += 1000;
        for (int i = 0; i < 10; i++)
#pragma omp task in_reduction(+ : sum)
            sum++;
    }
    CHECK(sum == threads * 1010);
}

/* The reductions have no enclosing region. */
static void orphan(void) {
    int sum = 0;
#pragma omp taskgroup task_reduction(+ : sum)
    {
#pragma omp task in_reduction(+ : sum)
        sum += 3;
    }
    CHECK(sum == 3);
}

int main(void) {
    for (int i = 0; i < 3; i++) {
        groups();
        inner_groups();
        loops();
        regions();
        orphan();
    }
    puts(wrong ? "wrong" : "done");
    return wrong;
}
