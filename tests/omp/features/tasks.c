/* Tasks: clauses, waiting, groups, dependences, taskloop, reductions. */
#include "feature.h"

enum { COUNT = 40 };

static int fibonacci(int n) {
    if (n < 2)
        return n;
    int a, b;
#pragma omp task shared(a)
    a = fibonacci(n - 1);
#pragma omp task shared(b) if (n > 4)
    b = fibonacci(n - 2);
#pragma omp taskwait
    return a + b;
}

/* One thread makes the tasks while the others wait for them. */
#define BY_ONE _Pragma("omp parallel") _Pragma("omp single")

static void clauses(void) {
    int sum = 0, result = 0;
    BY_ONE
    result = fibonacci(10);
    SHOW("task, taskwait, task if", "%d", result);

    BY_ONE
    for (int i = 0; i < COUNT; i++) {
        int own = i * 2;
#pragma omp task firstprivate(own) private(result) priority(i % 3) untied
        {
            result = own + 1;
#pragma omp atomic
            sum += result - 1;
        }
    }
    SHOW("task firstprivate, private, priority, untied", "%d", sum);

    int inside = 0;
    BY_ONE {
#pragma omp task final(1) mergeable shared(inside)
        {
#pragma omp task shared(inside)
            inside += 5;
            inside *= 3;
        }
    }
    SHOW("task final, mergeable", "%d", inside);

    int late = 0, seen = 0;
    BY_ONE {
#pragma omp taskgroup
        {
#pragma omp task shared(late)
            {
#pragma omp task shared(late)
#pragma omp atomic
                late += 7;
            }
        }
#pragma omp atomic read
        seen = late;
#pragma omp taskyield
    }
    SHOW("taskgroup, taskyield", "%d", seen);
}

static void dependences(void) {
    int x = 1, y = 0, order = 0, many[3] = {0, 0, 0}, all = 0;
    BY_ONE {
#pragma omp task depend(out : x) shared(x)
        x = 2;
#pragma omp task depend(in : x) depend(out : y) shared(x, y)
        y = x * 10;
#pragma omp task depend(inout : y) shared(y, order)
        {
            y += 1;
            order = y;
        }
#pragma omp task depend(in : y) depend(inout : x) shared(x, y)
        x = y + x;
    }
    SHOW("task depend", "%d %d %d", x, y, order);
    BY_ONE {
        for (int i = 0; i < 3; i++)
#pragma omp task depend(mutexinoutset : all) depend(out : many[i]) shared(all, many)
        {
            many[i] = i + 1;
            all += many[i];
        }
#pragma omp task depend(iterator(int i = 0 : 3), in : many[i]) shared(all, many)
        all = all * 100 + many[0] + many[1] + many[2];
    }
    SHOW("task depend iterator, mutexinoutset", "%d", all);
    int waited = 0, other = 3;
    BY_ONE {
#pragma omp task depend(out : other) shared(other)
        other = 4;
#pragma omp taskwait depend(in : other)
        waited = other;
    }
    SHOW("taskwait depend", "%d", waited);
}

static void loops(void) {
    int times[COUNT] = {0}, right = 0, sum = 0, last = 0, grouped = 0;
    BY_ONE
#pragma omp taskloop grainsize(3)
    for (int i = 0; i < COUNT; i++)
        times[i]++;
    for (int i = 0; i < COUNT; i++)
        right += times[i] == 1;
    SHOW("taskloop grainsize", "%d", right);
    BY_ONE
#pragma omp taskloop num_tasks(5) lastprivate(last) collapse(2)
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 6; j++)
            last = i * 10 + j;
    SHOW("taskloop num_tasks, lastprivate, collapse", "%d", last);
    BY_ONE
#pragma omp taskloop reduction(+ : sum)
    for (int i = 0; i < COUNT; i++)
        sum += i;
    SHOW("taskloop reduction", "%d", sum);
    BY_ONE
#pragma omp taskgroup task_reduction(+ : grouped)
    for (int i = 0; i < COUNT; i++)
#pragma omp task in_reduction(+ : grouped)
        grouped += i;
    SHOW("taskgroup task_reduction", "%d", grouped);
    int both = 0;
#pragma omp parallel reduction(task, + : both)
#pragma omp single
    for (int i = 0; i < COUNT; i++)
#pragma omp task in_reduction(+ : both)
        both += i;
    SHOW("parallel reduction(task)", "%d", both);
}

int main(void) {
    clauses();
    dependences();
    loops();
}
