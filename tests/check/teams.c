/* Teams of a league access the same bytes: each function makes one such mistake. The chip runs the
 * teams one after the other, but OpenMP does not order them. The comments name the two lines,
 * "NAME: one" and "NAME: other". With only one comment, both teams execute this line. The test
 * reads the comments. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define PLANTED __attribute__((noinline)) static void
#define COUNT 32
#define TEAMS _Pragma("omp teams num_teams(2) thread_limit(2)")

static int x, y, sum, a[COUNT + 1], b[COUNT + 1];
static volatile int sink;

PLANTED each_team_adds(void) {
    TEAMS
    x += 1; /* each_team_adds: one */
}

PLANTED element_of_all_teams(void) {
    TEAMS {
        int i = 7;
        a[i] *= 2; /* element_of_all_teams: one */
    }
}

PLANTED parts_of_neighbours(void) {
#pragma omp teams distribute num_teams(2)
    for (int i = 0; i < COUNT; i++)
        a[i] = a[i + 1] + 1; /* parts_of_neighbours: one */
}

PLANTED sum_of_teams(void) {
#pragma omp teams distribute num_teams(2)
    for (int i = 0; i < COUNT; i++)
        sum += i; /* sum_of_teams: one */
}

PLANTED sum_of_threads(void) {
#pragma omp teams distribute parallel for num_teams(2)
    for (int i = 0; i < COUNT; i++)
        sum += i; /* sum_of_threads: one */
}

PLANTED first_team_for_others(void) {
    TEAMS {
        if (omp_get_team_num() == 0)
            y = 1; /* first_team_for_others: one */
        else
            sink = y; /* first_team_for_others: other */
    }
}

PLANTED loop_of_each_team(void) {
    TEAMS {
#pragma omp parallel for
        for (int i = 0; i < COUNT; i++)
            b[i] = i; /* loop_of_each_team: one */
    }
}

PLANTED further_threads(void) {
    TEAMS {
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 1) {
                if (omp_get_team_num() == 0)
                    y = 2; /* further_threads: one */
            } else if (omp_get_team_num() == 1) {
                sink = y; /* further_threads: other */
            }
        }
    }
}

PLANTED update_on_one_side(void) {
    TEAMS {
#pragma omp parallel num_threads(1)
        {
            if (omp_get_team_num() == 0) {
#pragma omp atomic
                x += 1; /* update_on_one_side: one */
            } else {
                sink = x; /* update_on_one_side: other */
            }
        }
    }
}

PLANTED teams_of_a_target(void) {
#pragma omp target teams num_teams(2) map(tofrom : x)
    x += 1; /* teams_of_a_target: one */
}

PLANTED loop_of_a_target(void) {
#pragma omp target teams distribute parallel for num_teams(2) map(tofrom : a)
    for (int i = 0; i < COUNT; i++)
        a[i] = a[i + 1] + 1; /* loop_of_a_target: one */
}

PLANTED block_of_all_teams(void) {
    int *block = calloc(4, sizeof *block);
    TEAMS
    block[2] = 5; /* block_of_all_teams: one */
    free(block);
}

/* These functions make no mistake. */
PLANTED right_distribute(void) {
    int own[COUNT], total = 0;
#pragma omp teams distribute num_teams(3)
    for (int i = 0; i < COUNT; i++)
        own[i] = a[i] + i;
#pragma omp teams distribute parallel for num_teams(2)
    for (int i = 0; i < COUNT; i++)
        own[i] += i;
#pragma omp teams distribute parallel for num_teams(2) reduction(+ : total)
    for (int i = 0; i < COUNT; i++)
        total += own[i];
    sink = total;
}

PLANTED right_teams(void) {
    int parts[2] = {0}, first = 3;
    TEAMS {
        parts[omp_get_team_num()] = 1;
#pragma omp parallel num_threads(2)
        {
#pragma omp atomic
            x += 1;
        }
    }
#pragma omp teams num_teams(2) firstprivate(first)
    {
        int local[4] = {first, 0, 0, 0};
        first++;
        for (int i = 1; i < 4; i++)
            local[i] = local[i - 1] + first;
        int *block = malloc(sizeof *block);
        *block = local[3];
#pragma omp parallel num_threads(2)
        {
            int mine = local[omp_get_thread_num()];
#pragma omp atomic
            *block += mine;
        }
        sink = *block;
        free(block);
    }
    x = parts[0] + parts[1];
}

PLANTED right_targets(void) {
    int own[COUNT], total = 0, first = 3;
#pragma omp target teams distribute num_teams(3) map(from : own)
    for (int i = 0; i < COUNT; i++)
        own[i] = i;
#pragma omp target teams distribute parallel for num_teams(2) reduction(+ : total)                \
    map(tofrom : total)
    for (int i = 0; i < COUNT; i++)
        total += own[i];
#pragma omp target firstprivate(first)
    first += own[0];
#pragma omp target
#pragma omp teams num_teams(2)
    {
        int local = first;
#pragma omp parallel num_threads(2)
        {
#pragma omp atomic
            local++;
        }
        sink = local;
    }
    sink = total + first;
}

PLANTED right_critical(void) {
#pragma omp teams num_teams(2) thread_limit(2)
    {
#pragma omp parallel
        {
#pragma omp critical
            y++;
        }
    }
}

PLANTED right_region_in_a_task(void) {
#pragma omp teams distribute num_teams(2) thread_limit(2)
    for (int i = 0; i < 2; i++) {
        int local[4] = {i, 2, 3, 4};
#pragma omp task shared(local)
        {
            int inner[2] = {local[0], local[1]};
#pragma omp parallel num_threads(2) reduction(+ : local [0:4])
            local[omp_get_thread_num()] += inner[0];
        }
#pragma omp taskwait
        if (local[0] != 2 * i)
            abort();
    }
}

int main(void) {
    each_team_adds();
    element_of_all_teams();
    parts_of_neighbours();
    sum_of_teams();
    sum_of_threads();
    first_team_for_others();
    loop_of_each_team();
    further_threads();
    update_on_one_side();
    teams_of_a_target();
    loop_of_a_target();
    block_of_all_teams();
    right_distribute();
    right_teams();
    right_targets();
    right_critical();
    right_region_in_a_task();
    puts("done");
    return 0;
}
