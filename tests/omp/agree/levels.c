/* Results of routines on regions, teams and tasks (OpenMP 5.2, chapter 18). */
#include <omp.h>
#include <stdio.h>

#define SHOW(what) printf("%s: %d\n", #what, (int)(what))

static void show_levels(const char *where) {
    printf("%s: in_parallel %d level %d active %d threads %d\n", where, omp_in_parallel(),
           omp_get_level(), omp_get_active_level(), omp_get_num_threads());
    for (int level = -1; level <= omp_get_level() + 1; level++)
        printf("  %d: %d of %d\n", level, omp_get_ancestor_thread_num(level),
               omp_get_team_size(level));
}

static void levels(void) {
    show_levels("outside");
#pragma omp parallel num_threads(1)
    show_levels("one thread");
#pragma omp parallel if (0)
#pragma omp parallel num_threads(2)
#pragma omp masked filter(1)
    show_levels("two in one");
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp masked filter(1)
    {
#pragma omp parallel num_threads(1)
#pragma omp parallel num_threads(2)
        {
#pragma omp masked
            show_levels("two in one in two");
#pragma omp parallel num_threads(2)
            if (omp_get_ancestor_thread_num(3) == 1)
                show_levels("too deep");
        }
    }
}

/* This is a function, because a teams construct itself allows few statements. */
static void show_most(const char *where) {
    printf("%s: at most %d threads\n", where, omp_get_max_threads());
}

/* omp_get_max_threads() returns the requested number, even if there are fewer threads (OpenMP 5.2,
 * 18.2.3). */
static void most_threads(void) {
    omp_set_num_threads(600);
    show_most("more than cores");
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        show_most("inside");
        omp_set_num_threads(700);
        show_most("inside, set there");
    }
    show_most("after");
#pragma omp teams num_teams(1) thread_limit(3)
    show_most("with a limit");
}

static void settings(void) {
    omp_sched_t kind;
    int chunk;
    most_threads();
    omp_set_num_threads(3);
    SHOW(omp_get_max_threads());
    omp_set_num_threads(2);
    for (int which = omp_sched_static; which <= omp_sched_auto; which++)
        for (int asked = -1; asked < 5; asked += 2) {
            omp_set_schedule(which, asked);
            omp_get_schedule(&kind, &chunk);
            if (kind != omp_sched_auto)
                printf("schedule %d %d: %d %d\n", which, asked, (int)kind, chunk);
            else
                printf("schedule %d %d: %d\n", which, asked, (int)kind);
        }
    omp_set_schedule(omp_sched_guided | omp_sched_monotonic, 6);
    omp_get_schedule(&kind, &chunk);
    printf("monotonic: %d %d %d\n", kind == (omp_sched_guided | omp_sched_monotonic),
           kind == omp_sched_guided, chunk);
    omp_set_dynamic(7);
    SHOW(omp_get_dynamic());
    omp_set_dynamic(0);
    SHOW(omp_get_dynamic());
    omp_set_max_active_levels(-3);
    SHOW(omp_get_max_active_levels());
    omp_set_max_active_levels(1);
    SHOW(omp_get_max_active_levels());
    SHOW(omp_get_supported_active_levels() > 1);
    SHOW(omp_get_cancellation());
    SHOW(omp_get_max_task_priority());
    SHOW(omp_get_default_allocator() == omp_default_mem_alloc);
    omp_set_default_allocator(omp_const_mem_alloc);
    SHOW(omp_get_default_allocator() == omp_const_mem_alloc);
    omp_set_default_allocator(omp_null_allocator);
    SHOW(omp_get_default_allocator());
    /* A task's settings are its own, and its children inherit them. */
#pragma omp parallel num_threads(2)
    {
        omp_set_num_threads(omp_get_thread_num() + 5);
        omp_set_dynamic(omp_get_thread_num());
        omp_set_default_device(omp_get_thread_num() + 1);
#pragma omp barrier
#pragma omp critical
        printf("own: %d %d\n", omp_get_dynamic() == omp_get_thread_num(),
               omp_get_default_device() == omp_get_thread_num() + 1);
#pragma omp task
        {
            omp_set_default_device(9);
#pragma omp critical
            printf("task: %d\n", omp_get_default_device());
        }
#pragma omp taskwait
#pragma omp critical
        printf("after: %d\n", omp_get_default_device() < 9);
    }
    SHOW(omp_get_default_device());
    SHOW(omp_get_dynamic());
}

static void teams(void) {
    SHOW(omp_get_num_teams());
    SHOW(omp_get_team_num());
    omp_set_num_teams(3);
    SHOW(omp_get_max_teams());
    omp_set_teams_thread_limit(2);
    SHOW(omp_get_teams_thread_limit());
    int seen = 0, limits = 0;
#pragma omp teams reduction(+ : seen, limits)
    {
        seen = 100 * omp_get_num_teams() + omp_get_team_num();
#pragma omp parallel reduction(max : limits)
        limits = omp_get_thread_limit();
    }
    SHOW(seen);
    SHOW(limits);
    int threads = 0;
#pragma omp teams num_teams(2) thread_limit(1) reduction(+ : threads)
#pragma omp parallel reduction(+ : threads)
    threads += omp_get_num_threads() + 10 * omp_get_thread_limit();
    SHOW(threads);
    SHOW(omp_get_thread_limit() > 2);
}

static void devices(void) {
    SHOW(omp_get_num_devices());
    SHOW(omp_get_initial_device());
    SHOW(omp_get_device_num());
    SHOW(omp_is_initial_device());
    SHOW(omp_pause_resource(omp_pause_soft, omp_get_initial_device()));
    SHOW(omp_pause_resource(omp_pause_hard, 5) != 0);
    SHOW(omp_pause_resource_all(omp_pause_hard));
#pragma omp parallel num_threads(2)
#pragma omp masked
    SHOW(omp_get_num_threads());
}

int main(void) {
    levels();
    settings();
    teams();
    devices();
    double before = omp_get_wtime();
    SHOW(omp_get_wtick() > 0 && omp_get_wtime() >= before);
}
