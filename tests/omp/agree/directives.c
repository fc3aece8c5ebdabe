/* Directives that GCC 12 accepts and docs/openmp-features.md does not list. */
#include <omp.h>
#include <stdio.h>

#define SHOW(what) printf("%s: %d\n", #what, (int)(what))

#pragma omp requires atomic_default_mem_order(seq_cst) dynamic_allocators

static int plain(int x) {
    return x;
}
int in_parallel(int x) {
    return x + 100;
}
int in_simd(int x) {
    return x + 1000;
}
#pragma omp declare variant(in_parallel) match(construct = {parallel})
#pragma omp declare variant(in_simd) match(construct = {parallel, for, simd })
int chosen(int x);
int chosen(int x) {
    return plain(x);
}
#pragma omp declare simd uniform(a) linear(i : 1) notinbranch
static int twice(const int *a, int i) {
    return 2 * a[i];
}
static int counter;
#pragma omp threadprivate(counter)
#pragma omp declare target
static int shared_number = 4;
#pragma omp end declare target

int main(void) {
    int a[64], sum = 0, last = -1, x = 5;
    for (int i = 0; i < 64; i++)
        a[i] = i;
    SHOW(chosen(1));
#pragma omp parallel num_threads(2) reduction(+ : sum)
    sum += chosen(1);
    SHOW(sum);
    sum = 0;
#pragma omp parallel for simd num_threads(2) reduction(+ : sum) aligned(a : 4) safelen(8) simdlen(4)
    for (int i = 0; i < 64; i++)
        sum += twice(a, i) + (i == 3 ? chosen(0) : 0);
    SHOW(sum);
#pragma omp nothing
    sum = 0;
#pragma omp simd if (simd : 0) order(concurrent) lastprivate(last) reduction(+ : sum) collapse(2)
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 8; k++) {
            last = i * 8 + k;
            sum += a[last];
        }
    SHOW(sum + last);
    sum = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp loop bind(parallel) order(reproducible : concurrent) reduction(+ : sum)
        for (int i = 0; i < 64; i++)
            sum += a[i];
#pragma omp masked filter(omp_get_num_threads() - 1)
        SHOW(omp_get_thread_num());
#pragma omp scope reduction(+ : last) nowait
        last++;
#pragma omp barrier
#pragma omp for schedule(nonmonotonic : dynamic, 3) linear(x : 2) nowait
        for (int i = 0; i < 10; i++)
            x += 2;
    }
    SHOW(sum);
    SHOW(last);
    SHOW(x);
    sum = 0;
#pragma omp teams distribute parallel for simd num_teams(2) thread_limit(2) reduction(+ : sum)     \
    dist_schedule(static, 4) schedule(static, 2) collapse(1)
    for (int i = 0; i < 64; i++)
        sum += a[i];
    SHOW(sum);
    sum = 0;
#pragma omp parallel masked taskloop simd reduction(+ : sum) grainsize(strict : 5) num_threads(3)
    for (int i = 0; i < 64; i++)
        sum += a[i];
    SHOW(sum);
    sum = 0;
#pragma omp parallel master taskloop num_tasks(strict : 5) num_threads(2) shared(sum) nogroup
    for (int i = 0; i < 64; i++)
#pragma omp atomic update hint(omp_sync_hint_uncontended)
        sum += a[i];
    SHOW(sum);
    int old, kept;
#pragma omp atomic capture acq_rel
    {
        old = sum;
        sum = 7;
    }
#pragma omp atomic compare capture seq_cst fail(relaxed)
    {
        kept = sum;
        if (sum == 7) {
            sum = 8;
        }
    }
#pragma omp atomic compare relaxed
    sum = sum > 3 ? 3 : sum;
#pragma omp atomic compare weak
    sum = sum == 3 ? 4 : sum;
#pragma omp flush acquire
    SHOW(old + kept + sum);
    omp_depend_t first, second;
#pragma omp depobj(first) depend(inout : x)
#pragma omp depobj(second) depend(in : last)
#pragma omp depobj(second) update(out)
#pragma omp parallel num_threads(3)
#pragma omp single
    {
#pragma omp task depend(depobj : first, second) affinity(a)
        x = 1;
#pragma omp task depend(iterator(i = 0 : 2), depobj : first)
        x = x * 10 + 2;
#pragma omp task depend(mutexinoutset : x)
#pragma omp atomic
        x += 3;
#pragma omp task depend(mutexinoutset : x)
#pragma omp atomic
        x += 4;
#pragma omp taskwait depend(in : x)
        SHOW(x);
#pragma omp task depend(out : x)
        x++;
#pragma omp taskwait
    }
#pragma omp depobj(first) destroy
#pragma omp depobj(second) destroy
    SHOW(x);
    counter = 5;
#pragma omp parallel num_threads(3) copyin(counter) reduction(+ : sum) proc_bind(primary)
    sum += counter;
    SHOW(sum + shared_number);
    omp_event_handle_t event;
    int seen = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task detach(event) shared(seen)
            seen += 1;
#pragma omp task shared(event)
            omp_fulfill_event(event);
        }
        SHOW(seen);
    }
}
