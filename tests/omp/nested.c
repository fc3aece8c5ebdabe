/* Nested regions: the assignment of threads to teams, and teams that use their own barriers, loops,
 * singles and criticals at the same time. */
#include <omp.h>
#include <string.h>

#include "check.h"

#define MOST 64
#define ROUNDS 4
#define STEPS 30

/* The size of a region that is started when `used` threads are in teams, including the thread
 * that starts the region. */
static int obtainable(int asked, int used) {
    int free = omp_get_thread_limit() - used + 1;
    return asked < free ? asked : free;
}

/* Each member is in its team once, with the right ancestors. */
static void members(int outer, int inner) {
    int seen[MOST][MOST] = {{0}}, sizes[MOST] = {0}, astray = 0, now = 0;
#pragma omp parallel num_threads(outer) reduction(+ : astray)
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
#pragma omp parallel num_threads(inner) reduction(+ : astray)
        {
            int number = omp_get_thread_num(), size = omp_get_num_threads(), together;
            /* No thread is in two teams. */
#pragma omp atomic capture
            together = ++now;
            astray += together > omp_get_thread_limit();
#pragma omp atomic
            seen[me][number]++;
            if (number == 0)
                sizes[me] = size;
            astray += omp_get_level() != 2 || omp_get_ancestor_thread_num(2) != number;
            astray += omp_get_ancestor_thread_num(1) != me || omp_get_team_size(1) != all;
            astray += omp_get_ancestor_thread_num(0) != 0 || omp_get_team_size(0) != 1;
            astray += omp_get_ancestor_thread_num(3) != -1 || omp_get_team_size(-1) != -1;
            astray += omp_get_team_size(2) != size;
            astray += omp_get_active_level() != (all > 1) + (size > 1);
            astray += omp_in_parallel() != (all > 1 || size > 1);
#pragma omp atomic
            now--;
        }
        astray += omp_get_thread_num() != me || omp_get_num_threads() != all;
        astray += omp_get_level() != 1;
    }
#ifdef _OPENMP
    CHECK(astray == 0);
#endif
    int threads = 0;
    for (int i = 0; i < MOST; i++) {
        for (int j = 0; j < MOST; j++)
            CHECK(seen[i][j] == (j < sizes[i]));
        threads += sizes[i];
        CHECK(sizes[i] <= inner);
    }
    if (outer == 1)
        CHECK(threads == obtainable(inner, 1));
}

/* Teams of different sizes run their own constructs, as fast as possible. */
static void constructs(void) {
    int singles[2] = {0}, steps[2] = {0}, late = 0, criticals = 0, expected = 0, ordered = 0;
#pragma omp parallel num_threads(2) reduction(+ : late, expected, ordered)
    {
        int me = omp_get_thread_num();
#pragma omp parallel num_threads(2 + 3 * me) reduction(+ : late, expected, ordered)
        for (int round = 0; round < ROUNDS * (2 - me); round++) {
            static int at[2][MOST], next[2];
            int number = omp_get_thread_num(), size = omp_get_num_threads();
            at[me][number] = round;
#pragma omp barrier
            for (int i = 0; i < size; i++)
                late += at[me][i] != round;
#pragma omp barrier
#pragma omp single nowait
            singles[me]++;
#pragma omp for schedule(dynamic) nowait
            for (int i = 0; i < STEPS; i++) {
#pragma omp atomic
                steps[me]++;
            }
#pragma omp critical
            criticals++;
            expected++;
            int value = -1;
#pragma omp single copyprivate(value)
            value = round + me;
            late += value != round + me;
#pragma omp for ordered schedule(dynamic, 2)
            for (int i = 0; i < 8; i++) {
#pragma omp ordered
                {
                    ordered += next[me] != i;
                    next[me] = (i + 1) % 8;
                }
            }
        }
    }
    CHECK(late == 0 && ordered == 0 && criticals == expected);
    int teams = singles[1] ? 2 : 1;
    for (int me = 0; me < teams; me++)
        CHECK(singles[me] == ROUNDS * (2 - me) && steps[me] == singles[me] * STEPS);
}

static int depth(int level, int most) {
    int deepest = omp_get_active_level();
    if (level < most) {
#pragma omp parallel num_threads(2) reduction(max : deepest)
        if (omp_get_thread_num() == 0)
            deepest = depth(level + 1, most);
    }
    return deepest;
}

/* Each level adds one thread, as long as threads are left. */
static void levels(void) {
    int all = omp_get_thread_limit();
    for (int most = 0; most <= 4; most++) {
        omp_set_max_active_levels(most);
        CHECK(omp_get_max_active_levels() == most);
#ifdef _OPENMP
        CHECK(depth(0, 4) == (all - 1 < most ? all - 1 : most));
#endif
    }
    omp_set_max_active_levels(1000000);
    CHECK(omp_get_max_active_levels() == omp_get_supported_active_levels());
    omp_set_max_active_levels(-1);
    CHECK(omp_get_max_active_levels() == omp_get_supported_active_levels());
}

/* A team inside a region of one thread, followed by a team of all threads on the same cores. */
static void alone_outside(void) {
    for (int round = 0; round < 3; round++) {
        int inside = 0, after = 0, levels = 0;
#pragma omp parallel num_threads(1)
        {
#pragma omp parallel reduction(+ : inside, levels)
            {inside++;
        levels += omp_get_level() * 10 + omp_get_active_level();
#pragma omp barrier
    }
}
#pragma omp parallel reduction(+ : after)
{
#pragma omp barrier
    after++;
}
CHECK(inside == omp_get_max_threads() && after == inside);
#ifdef _OPENMP
CHECK(levels == inside * (20 + (inside > 1)));
#endif
}
}

/* Regions inside a region of one thread. Their teams have threads that are in no other team. */
static void teams_in_alone(int middle, int asked) {
    int all = omp_get_max_threads(), members = 0, outer = 0;
#pragma omp parallel num_threads(1)
#pragma omp parallel num_threads(middle) reduction(+ : members, outer)
    {
        outer++;
#pragma omp barrier
#pragma omp parallel num_threads(asked) reduction(+ : members)
        {
            members++;
#pragma omp barrier
        }
#pragma omp barrier
    }
    int wanted = outer * asked;
    CHECK(outer == (middle < all ? middle : all));
    /* If one of the inner regions ends before another one begins, its threads are used again. */
    CHECK(members >= (wanted < all ? wanted : all) && members <= wanted);
}

/* Regions of one thread run in the iterations of a loop, with loops and other constructs inside.
 * The outer loop must continue correctly. */
static void alone_inside(void) {
    int seen[STEPS] = {0}, inner = 0, order = 0, next = 0, singles = 0, others = 0;
#pragma omp parallel
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
#pragma omp for ordered schedule(dynamic, 2) reduction(+ : inner, others, singles)
        for (int i = 0; i < STEPS; i++) {
#pragma omp parallel if (i < 0) reduction(+ : inner, others, singles)
            {
                omp_set_num_threads(3);
#pragma omp for schedule(dynamic)
                for (int j = 0; j < 5; j++) {
                    int last = 0;
#pragma omp parallel for schedule(guided) num_threads(1) lastprivate(last)
                    for (int k = 0; k <= j; k++)
                        last = k;
                    inner += last == j;
                }
#pragma omp barrier
#pragma omp single
                singles++;
                others += omp_get_thread_num() + omp_get_num_threads() - 1;
            }
            others += omp_get_thread_num() != me || omp_get_num_threads() != all;
            seen[i]++;
#pragma omp ordered
            order += i != next++;
        }
#pragma omp single
        singles++;
    }
    for (int i = 0; i < STEPS; i++)
        CHECK(seen[i] == 1);
    CHECK(inner == 5 * STEPS && order == 0 && singles == STEPS + 1 && others == 0);
}

int main(void) {
    CHECK(omp_get_max_active_levels() == 1 && !omp_get_nested());
    levels();
    omp_set_nested(1);
    CHECK(omp_get_nested());
    for (int outer = 1; outer <= 3; outer++)
        for (int inner = 1; inner <= 5; inner += 2)
            members(outer, inner);
    constructs();
    alone_outside();
    for (int middle = 1; middle <= 4; middle++)
        for (int asked = 1; asked <= 3; asked++)
            teams_in_alone(middle, asked);
    alone_inside();
    omp_set_nested(0);
    CHECK(omp_get_max_active_levels() == 1);
    int alone = 1;
#pragma omp parallel reduction(min : alone)
    {
#pragma omp parallel reduction(min : alone)
        alone = omp_get_num_threads() == 1;
    }
    CHECK(alone);
    puts(wrong ? "wrong" : "done");
    return wrong;
}
