/* sections, single, masked, master, scope, and worksharing constructs of one thread. */
#include "feature.h"

static int twice(int x) {
    return 2 * x;
}

static void sections(void) {
    int a = 0, b = 0, c = 0, sum = 0, last = 0, first = 3;
#pragma omp parallel
#pragma omp sections firstprivate(first) lastprivate(last) reduction(+ : sum)
    {
#pragma omp section
        {
            a = twice(first);
            sum += a;
        }
#pragma omp section
        {
            b = twice(10);
            sum += b;
        }
#pragma omp section
        {
            c = twice(100);
            last = c + 1;
            sum += c;
        }
    }
    SHOW("sections", "%d %d %d", a, b, c);
    SHOW("sections firstprivate, lastprivate, reduction", "%d %d", last, sum);
    int left = 0, right = 0;
#pragma omp parallel sections
    {
        left = 1;
#pragma omp section
        right = 2;
    }
    SHOW("parallel sections", "%d %d", left, right);
}

static void once(void) {
    int times = 0, got = 0, threads = 0, wrong = 0, value = 0;
    double pair[2] = {0, 0};
#pragma omp parallel private(value) firstprivate(pair) reduction(+ : got, threads)
    {
#pragma omp single
        times++;
#pragma omp single copyprivate(value, pair)
        {
            value = 42;
            pair[1] = 1.5;
        }
        got += value == 42 && pair[1] == 1.5;
        threads++;
#pragma omp single nowait
        times += 10;
    }
    SHOW("single, single nowait", "%d", times);
    SHOW("single copyprivate", "%d", threads - got);

    int masked = 0, other = 0;
#pragma omp parallel
    {
#pragma omp master
        masked += 1;
#pragma omp masked
        masked += 10;
#pragma omp barrier
#pragma omp masked filter(omp_get_num_threads() - 1)
        other = masked;
    }
    SHOW("master, masked, masked filter", "%d %d", masked, other);

    int sum = 0, count = 0;
#pragma omp parallel
    {
        int private_one = 1;
#pragma omp scope reduction(+ : sum)
        sum += private_one;
#pragma omp atomic
        count++;
#pragma omp barrier
        if (sum != count)
#pragma omp atomic
            wrong++;
    }
    SHOW("scope reduction", "%d", wrong);
#pragma omp parallel masked
    masked = 5;
    SHOW("parallel masked", "%d", masked);
}

int main(void) {
    sections();
    once();
}
