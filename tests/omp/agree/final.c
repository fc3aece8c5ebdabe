/* Implicit tasks inside a final task are not final (OpenMP 5.2, 12.3 and 18.5.1). The program
 * prints which tasks are final. */
#include <omp.h>
#include <stdio.h>

static void show(const char *where) {
#pragma omp critical
    printf("%s: %d\n", where, omp_in_final());
}

static void inside(void) {
    show("final");
#pragma omp task
    show("child");
#pragma omp task if (0)
    show("undeferred child");
#pragma omp parallel num_threads(1)
    {
        show("region of one");
#pragma omp task
        show("task in it");
#pragma omp task final(1)
        show("final task in it");
    }
    for (int i = 0; i < 2; i++) {
#pragma omp parallel num_threads(2)
        {
            show("region of two");
#pragma omp single
#pragma omp task
            show("task in it");
        }
        show("still final");
    }
}

int main(void) {
    omp_set_max_active_levels(3);
    show("outside");
#pragma omp task final(1)
    inside();
#pragma omp parallel num_threads(2)
    show("after");
    int on = 1;
#pragma omp task final(on) depend(out : on)
    inside();
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task final(1)
        inside();
#pragma omp taskgroup
#pragma omp task final(0)
        {
            show("not final");
#pragma omp task
            show("nor its child");
        }
#pragma omp taskloop final(1) num_tasks(2)
        for (int i = 0; i < 2; i++)
            show("loop");
    }
#pragma omp parallel num_threads(1)
    {
#pragma omp task final(1)
        inside();
    }
    show("outside");
}
