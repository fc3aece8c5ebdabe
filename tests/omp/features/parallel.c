/* The parallel construct and its clauses. */
#include "feature.h"

enum { COUNT = 60 };

static int marks[COUNT];

/* Whether each iteration was done once; resets the counts. */
static int each_once(void) {
    return ones(marks, COUNT);
}

static void clauses(void) {
#pragma omp parallel
    SHARED_OUT(i, COUNT)
    marks[i]++;
    SHOW("parallel", "%d", each_once());

    int most = 0;
#pragma omp parallel num_threads(2) reduction(max : most)
    {
        most = omp_get_num_threads() > 2;
        SHARED_OUT(i, COUNT)
        marks[i]++;
    }
    SHOW("parallel num_threads", "%d %d", each_once(), most);

    int threads = 0;
    volatile int never = 0;
#pragma omp parallel if (never)
#pragma omp atomic
    threads += omp_get_num_threads();
    SHOW("parallel if", "%d", threads);

#pragma omp parallel proc_bind(close)
    SHARED_OUT(i, COUNT)
    marks[i]++;
    SHOW("parallel proc_bind", "%d", each_once());
}

static void data(void) {
    int own = 7, mine = 0, first = 5, both = 0, all[COUNT] = {0};
#pragma omp parallel default(none) private(own) firstprivate(first) shared(both, all, mine)
    {
        own = omp_get_thread_num();
#pragma omp barrier
#pragma omp atomic
        mine += own == omp_get_thread_num() ? 0 : 1;
        first += own;
        SHARED_OUT(i, COUNT)
        all[i] = i + first - own;
#pragma omp atomic
        both += first - own == 5 ? 0 : 1;
    }
    int sum = 0;
    for (int i = 0; i < COUNT; i++)
        sum += all[i];
    SHOW("parallel private", "%d", mine);
    SHOW("parallel firstprivate", "%d %d", first, both);
    SHOW("parallel shared, default", "%d", sum);

    struct {
        char name[9];
        double value;
    } large = {"chip", 2.5};
    int table[4] = {1, 2, 3, 4}, wrong = 0;
#pragma omp parallel firstprivate(large, table) reduction(+ : wrong)
    {
        wrong += large.name[2] != 'i' || large.value != 2.5;
        for (int i = 0; i < 4; i++)
            wrong += table[i]++ != i + 1;
    }
    SHOW("parallel firstprivate of a structure and an array", "%d", wrong);
}

static void nested(void) {
    int total = 0;
#pragma omp parallel
    SHARED_OUT(i, COUNT) {
        int mine = 0;
#pragma omp parallel reduction(+ : mine)
        SHARED_OUT(j, 10)
        mine += i * j;
#pragma omp atomic
        total += mine;
    }
    SHOW("parallel in parallel", "%d", total);
}

static int recursive(int depth) {
    int sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
#pragma omp single
        sum = depth ? recursive(depth - 1) + 1 : 0;
    }
    return sum;
}

static void orphan(void) {
#pragma omp for
    for (int i = 0; i < COUNT; i++)
        marks[i]++;
}

int main(void) {
    clauses();
    data();
    nested();
    SHOW("parallel, recursive", "%d", recursive(3));
#pragma omp parallel
    orphan();
    SHOW("orphaned constructs", "%d", each_once());
    orphan();
    SHOW("constructs outside of regions", "%d", each_once());
}
