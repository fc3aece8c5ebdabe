/* Inheritance of settings by tasks, regions and their descendants (OpenMP 5.2, 2.4 to 2.6). */
#include <omp.h>
#include <stdio.h>

static void show(const char *where) {
    omp_sched_t kind;
    int chunk;
    omp_get_schedule(&kind, &chunk);
#pragma omp critical
    printf("%s: threads %d schedule %d,%d levels %d\n", where, omp_get_max_threads(), (int)kind,
           chunk, omp_get_max_active_levels());
}

static void in_tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        omp_set_num_threads(1);
#pragma omp task
        {
            show("task");
            omp_set_num_threads(4);
#pragma omp task
            show("child");
        }
#pragma omp taskwait
        show("after the task");
#pragma omp task if (0)
        {
            omp_set_schedule(omp_sched_guided, 9);
            omp_set_num_threads(2);
        }
        show("after an undeferred task");
#pragma omp taskloop num_tasks(2)
        for (int i = 0; i < 2; i++)
            omp_set_num_threads(5 + i);
        show("after a taskloop");
    }
    show("after the region");
#pragma omp task final(1)
    omp_set_num_threads(9);
    show("after a final task");
#pragma omp parallel if (0)
    {
        omp_set_num_threads(8);
        show("region of one");
    }
    show("after a region of one");
}

static void in_regions(void) {
    omp_set_num_threads(2);
#pragma omp parallel
    {
        int outer = omp_get_thread_num();
        omp_set_num_threads(outer ? 1 : 2);
        omp_set_schedule(outer ? omp_sched_dynamic : omp_sched_static, 3 + outer);
#pragma omp barrier
#pragma omp parallel
        show(outer ? "in thread 1" : "in thread 0");
        omp_set_max_active_levels(3 + outer);
        show("set there");
    }
    show("after the regions");
}

int main(void) {
    omp_set_num_threads(3);
    omp_set_max_active_levels(5);
    in_tasks();
    in_regions();
    return 0;
}
