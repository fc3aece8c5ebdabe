/* The teams construct. Each team of a league does the whole work, with its own threads up to a
 * limit. Settings in one team do not affect the others. */
#include <omp.h>

#include "check.h"

#define STEPS 50

/* The work of a team. It is a function because the construct itself allows few statements. */
static int finds(int limit, int threads) {
    int wrong_ones = 0;
    wrong_ones += omp_get_thread_limit() != limit || omp_get_level() != 0 || omp_in_parallel();
    wrong_ones += omp_get_max_threads() != threads || omp_get_num_threads() != 1;
    omp_set_num_threads(1);
    wrong_ones += omp_get_max_threads() != 1;
    return wrong_ones;
}

static int least(int a, int b) {
    return a < b ? a : b;
}

static void league(int limit) {
    int teams = 0, numbers = 0, threads = 0, differ = 0;
    int all = omp_get_thread_limit(), most = omp_get_max_threads();
    omp_set_dynamic(1);
#pragma omp teams num_teams(3) thread_limit(limit) reduction(+ : teams, numbers, threads, differ)
    {
        teams += omp_get_num_teams();
        numbers += 1 << 4 * omp_get_team_num();
#pragma omp parallel num_threads(limit + 5) reduction(+ : threads)
        {
#pragma omp barrier
            threads++;
        }
        differ += finds(least(limit, all), most);
    }
    omp_set_dynamic(0);
#ifdef _OPENMP
    CHECK(teams == 9 && numbers == 0x111 && differ == 0);
    CHECK(threads == 3 * least(limit, all));
#endif
    CHECK(omp_get_num_teams() == 1 && omp_get_team_num() == 0);
    CHECK(omp_get_thread_limit() == all && omp_get_max_threads() == most);
    threads = 0;
#pragma omp parallel num_threads(most) reduction(+ : threads)
    threads++;
    CHECK(threads == most || threads == 1);
}

/* `distribute` divides a loop among the teams, and `for` divides the part of each team among its
 * threads. */
static void distribute(void) {
    int seen[STEPS] = {0}, sum = 0, plain[STEPS] = {0};
#pragma omp teams distribute parallel for num_teams(4) reduction(+ : sum)
    for (int i = 0; i < STEPS; i++) {
#pragma omp atomic
        seen[i]++;
        sum += i;
    }
#pragma omp teams num_teams(3)
#pragma omp distribute dist_schedule(static, 4)
    for (int i = 0; i < STEPS; i++)
        plain[i]++;
    for (int i = 0; i < STEPS; i++)
        CHECK(seen[i] == 1 && plain[i] == 1);
    CHECK(sum == STEPS * (STEPS - 1) / 2);
}

static void routines(void) {
    CHECK(omp_get_max_teams() == 0 && omp_get_teams_thread_limit() == 0);
    omp_set_num_teams(2);
    omp_set_teams_thread_limit(1);
    CHECK(omp_get_max_teams() == 2 && omp_get_teams_thread_limit() == 1);
    int threads = 0, teams = 0;
#pragma omp teams reduction(+ : threads, teams)
    {
        teams++;
#pragma omp parallel reduction(+ : threads)
        threads++;
    }
#ifdef _OPENMP
    CHECK(threads == 2 && teams == 2);
#endif
}

static void devices(void) {
    CHECK(omp_get_num_devices() == 0 && omp_is_initial_device());
    CHECK(omp_get_initial_device() == 0 && omp_get_device_num() == 0);
    omp_set_default_device(3);
    CHECK(omp_get_default_device() == 3);
    CHECK(omp_pause_resource(omp_pause_soft, omp_get_initial_device()) == 0);
    CHECK(omp_pause_resource(omp_pause_hard, 5) != 0);
    CHECK(omp_pause_resource_all(omp_pause_hard) == 0);
    CHECK(omp_pause_resource_all((omp_pause_resource_t)9) != 0);
}

int main(void) {
    for (int limit = 1; limit < 4; limit++)
        league(limit);
    distribute();
    routines();
    devices();
    puts(wrong ? "wrong" : "done");
    return wrong;
}
