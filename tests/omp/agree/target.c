/* `target` and related constructs, with the host as the only device: data environments, private
 * copies, teams, and dependences between constructs. */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZE 100

struct pair {
    int first;
    double second;
};

static int global = 4;
#pragma omp declare target
static int of_device = 6;
static int twice(int x) {
    return 2 * x + of_device;
}
#pragma omp end declare target

static void maps(void) {
    int a[SIZE], scalar = 1, untouched = 2, *part = a + 10;
    struct pair pair = {3, 0.5};
    for (int i = 0; i < SIZE; i++)
        a[i] = i;
#pragma omp target map(tofrom : scalar, pair) map(part [0:5])
    {
        scalar++;
        untouched++; /* a scalar is firstprivate */
        pair.first += 1, pair.second *= 4;
        part[4] = twice(scalar);
    }
    printf("maps: %d %d %d %g %d\n", scalar, untouched, pair.first, pair.second, a[14]);
#pragma omp target data map(tofrom : a) use_device_ptr(part)
    {
#pragma omp target
        a[0] = part[0] + global;
#pragma omp target update from(a)
        printf("update: %d\n", a[0]);
    }
    int *block = malloc(SIZE * sizeof *block);
#pragma omp target enter data map(alloc : block[:SIZE])
#pragma omp target map(block[:SIZE])
    for (int i = 0; i < SIZE; i++)
        block[i] = i * i;
#pragma omp target exit data map(from : block[:SIZE])
    printf("block: %d\n", block[SIZE - 1]);
    free(block);
}

static void private_copies(void) {
    _Alignas(64) char aligned[3] = {1, 2, 3};
    double big[40];
    struct pair pair = {7, 7.5};
    short small = 5;
    long long wide = 1LL << 40;
    for (int i = 0; i < 40; i++)
        big[i] = i;
#pragma omp target firstprivate(aligned, big, pair, small, wide)
    {
        aligned[1]++, big[39]++, pair.first++, small++, wide++;
        printf("inside: %d %g %d %d %lld %d\n", aligned[1], big[39], pair.first, small, wide,
               (int)((uintptr_t)aligned % 64));
    }
    printf("outside: %d %g %d %d %lld\n", aligned[1], big[39], pair.first, small, wide);
    int own;
#pragma omp target private(own)
    own = 3;
}

static void show(const char *where) {
    printf("%s: level %d, in parallel %d, of %d, team %d of %d, limited %d, host %d\n", where,
           omp_get_level(), omp_in_parallel(), omp_get_num_threads(), omp_get_team_num(),
           omp_get_num_teams(), omp_get_thread_limit() == 2, omp_is_initial_device());
}

static void environments(void) {
#pragma omp target
    show("target");
    show("after");
#pragma omp target
    {
        omp_set_num_threads(2);
#pragma omp parallel
#pragma omp single
        show("parallel in target");
    }
#pragma omp parallel num_threads(3)
#pragma omp single
    {
#pragma omp target
        show("target in parallel");
        show("parallel");
    }
#pragma omp target teams num_teams(3) thread_limit(2)
    { show("teams"); }
    show("after teams");
#pragma omp target thread_limit(2)
#pragma omp parallel num_threads(4)
#pragma omp single
    show("limited");
}

static void combined(void) {
    int a[SIZE], sum = 0;
#pragma omp target teams distribute parallel for num_teams(2) map(from : a)
    for (int i = 0; i < SIZE; i++)
        a[i] = 3 * i;
#pragma omp target teams distribute parallel for simd reduction(+ : sum) map(tofrom : sum)
    for (int i = 0; i < SIZE; i++)
        sum += a[i];
    printf("sum %d\n", sum);
    int most = 0;
#pragma omp target parallel for reduction(max : most) map(tofrom : most)
    for (int i = 0; i < SIZE; i++)
        most = most > a[i] ? most : a[i];
    printf("most %d\n", most);
#pragma omp target simd map(tofrom : a)
    for (int i = 0; i < SIZE; i++)
        a[i]++;
#pragma omp target parallel loop map(tofrom : a)
    for (int i = 0; i < SIZE; i++)
        a[i]++;
    printf("last %d\n", a[SIZE - 1]);
#pragma omp target if (sum < 0) map(tofrom : sum)
    sum = -1;
#pragma omp target device(omp_get_initial_device()) map(tofrom : sum)
    sum++;
    printf("sum %d\n", sum);
}

static void chain(void) {
    int x = 0, y = 0, z = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
    {
        for (int i = 1; i <= 20; i++) {
#pragma omp target nowait depend(inout : x) map(tofrom : x) firstprivate(i)
            {
                x = 3 * x + i;
                x %= 1000;
            }
        }
#pragma omp target depend(in : x) depend(out : y) map(to : x) map(from : y) nowait
        y = x + 1;
#pragma omp target enter data nowait depend(inout : y) map(to : y)
#pragma omp task depend(in : y) depend(out : z) shared(y, z)
        z = 2 * y;
#pragma omp target update to(z) depend(in : z)
        printf("chain: %d %d %d\n", x, y, z);
        int left[8] = {0};
        for (int i = 0; i < 8; i++) {
#pragma omp target nowait map(tofrom : left[i]) firstprivate(i)
            left[i] = i + 1;
        }
#pragma omp taskwait
        int sum = 0;
        for (int i = 0; i < 8; i++)
            sum += left[i];
        printf("left: %d\n", sum);
    }
    int outside = 0;
#pragma omp target nowait map(tofrom : outside) depend(out : outside)
    outside = 5;
#pragma omp taskwait
    printf("outside: %d\n", outside);
}

static int count;
static __attribute__((noinline)) void add_one(void) {
    count++;
}

/* The threads of a region execute target regions. Inside these, they execute a critical section and
 * start further regions. */
static void threads_in_targets(void) {
    int sum = 0;
#pragma omp parallel num_threads(2)
    for (int i = 0; i < 30; i++) {
#pragma omp target
        for (int j = 0; j < 5; j++) {
#pragma omp critical
            add_one();
        }
#pragma omp target map(tofrom : sum)
#pragma omp parallel num_threads(2)
        {
#pragma omp barrier
#pragma omp for reduction(+ : sum)
            for (int j = 0; j < 4; j++)
                sum += j;
        }
#pragma omp barrier
    }
    printf("count %d, sum %d\n", count, sum);
}

static void show_settings(const char *where) {
    omp_sched_t kind;
    int chunk;
    omp_get_schedule(&kind, &chunk);
    printf("%s: %d threads, %d levels, dynamic %d, schedule %d\n", where, omp_get_max_threads(),
           omp_get_max_active_levels(), omp_get_dynamic(), kind == omp_sched_static && chunk == 7);
}

/* A target region begins with the settings of the environment variables. The settings that it
 * changes are lost at its end. */
static void settings(void) {
    omp_set_num_threads(3);
    omp_set_dynamic(1);
    omp_set_schedule(omp_sched_static, 7);
    show_settings("outside");
#pragma omp target
    {
        show_settings("in a target region");
        omp_set_num_threads(2);
        omp_set_dynamic(0);
    }
#pragma omp parallel num_threads(1)
    {
        omp_set_num_threads(2);
#pragma omp target
        show_settings("in a target region of a region");
        show_settings("in the region");
    }
    show_settings("outside again");
    omp_set_num_threads(4);
    omp_set_dynamic(0);
}

static int three = 3;
#pragma omp declare target to(three)

/* The compiler passes a limit of -1 if only the target region can compute the limit. */
static void computed_limits(void) {
    int limit = 0, teams = 0;
#pragma omp target map(tofrom : limit, teams)
#pragma omp teams num_teams(three - 1) thread_limit(three)
#pragma omp parallel if (0)
    {
        limit = omp_get_thread_limit();
        teams = omp_get_num_teams();
    }
    printf("computed: %d teams of %d threads\n", teams, limit);
}

/* A target region inside a teams construct does not belong to the construct's league. */
static void out_of_league(void) {
    int most = 0;
#pragma omp teams num_teams(2) shared(most)
#pragma omp parallel if (0)
    {
        int teams = 0, number = 0, nested = 0;
#pragma omp target map(from : teams, number, nested)
        {
            teams = omp_get_num_teams();
            number = omp_get_team_num();
#pragma omp parallel num_threads(1)
            nested = omp_get_num_teams();
        }
#pragma omp critical
        most += 100 * omp_get_num_teams() + 10 * teams + nested + 1000 * number;
    }
    printf("leagues: %d\n", most);
}

int main(void) {
    settings();
    computed_limits();
    out_of_league();
    threads_in_targets();
    maps();
    private_copies();
    environments();
    combined();
    chain();
}
