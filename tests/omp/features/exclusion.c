/* critical, atomic, locks, barrier, flush. */
#include "feature.h"

#ifndef _OPENMP
typedef int omp_lock_t;
typedef int omp_nest_lock_t;
#define omp_init_lock(lock) (*(lock) = 0)
#define omp_set_lock(lock) ((void)(lock))
#define omp_unset_lock(lock) ((void)(lock))
#define omp_test_lock(lock) ((void)(lock), 1)
#define omp_destroy_lock(lock) ((void)(lock))
#define omp_init_nest_lock(lock) (*(lock) = 0)
#define omp_set_nest_lock(lock) (++*(lock))
#define omp_unset_nest_lock(lock) (--*(lock))
#define omp_test_nest_lock(lock) (++*(lock))
#define omp_destroy_nest_lock(lock) ((void)(lock))
#endif

enum { COUNT = 48 };

static void critical(void) {
    int all = 0, some = 0;
#pragma omp parallel
    SHARED_OUT(i, COUNT) {
#pragma omp critical
        all += i;
#pragma omp critical(name)
        some += 1;
#pragma omp critical(other) hint(omp_sync_hint_contended)
        some *= 1;
    }
    SHOW("critical", "%d", all);
    SHOW("critical, named", "%d", some);
}

/* Every atomic operation on a type. The results do not depend on the order of the operations. */
#define UPDATES(type, format)                                                                      \
    do {                                                                                           \
        type sum = 3, product = 1, down = 100, part = 96;                                          \
        _Pragma("omp parallel") SHARED_OUT(i, COUNT) {                                             \
            _Pragma("omp atomic") sum += (type)1;                                                  \
            _Pragma("omp atomic") down = down - 1;                                                 \
            if (i < 5)                                                                             \
                _Pragma("omp atomic") product *= 2;                                                \
            if (i < 3)                                                                             \
                _Pragma("omp atomic") part = part / 2;                                             \
        }                                                                                          \
        SHOW("atomic on " #type, format " " format " " format " " format, sum, down, product,      \
             part);                                                                                \
    } while (0)

#define BITS(type)                                                                                 \
    do {                                                                                           \
        type any = 0, both = (type)~0, odd = 0, shifted = 1;                                       \
        _Pragma("omp parallel") SHARED_OUT(i, COUNT) {                                             \
            _Pragma("omp atomic") any |= (type)(1 << i % 7);                                       \
            _Pragma("omp atomic") both &= (type) ~(1 << i % 5);                                    \
            _Pragma("omp atomic") odd ^= (type)(i * 3);                                            \
            if (i < 4)                                                                             \
                _Pragma("omp atomic") shifted <<= 1;                                               \
        }                                                                                          \
        SHOW("atomic bits of " #type, "%d %d %d %d", (int)any, (int)both, (int)odd, (int)shifted); \
    } while (0)

static void atomic(void) {
    UPDATES(int, "%d");
    UPDATES(unsigned, "%u");
    UPDATES(short, "%d");
    UPDATES(char, "%d");
    UPDATES(long long, "%lld");
    UPDATES(float, "%g");
    UPDATES(double, "%g");
    UPDATES(long double, "%Lg");
    BITS(int);
    BITS(short);
    BITS(signed char);
    BITS(long long);

    int tickets = 0, seen[COUNT] = {0}, right = 0, most = -1;
    double position = 0, highest = 0;
#pragma omp parallel reduction(max : highest)
    SHARED_OUT(i, COUNT) {
        int mine;
        double at;
#pragma omp atomic capture
        mine = tickets++;
        seen[mine] = 1;
#pragma omp atomic capture seq_cst
        {
            position += 1;
            at = position;
        }
        highest = at > highest ? at : highest;
#pragma omp atomic compare
        most = most < i ? i : most;
    }
    for (int i = 0; i < COUNT; i++)
        right += seen[i];
    SHOW("atomic capture", "%d %g", right, highest);
    SHOW("atomic compare", "%d", most);

    int read = 0, written = 0;
#pragma omp parallel reduction(max : read)
    {
#pragma omp atomic write release
        written = 9;
#pragma omp atomic read acquire
        read = written;
    }
    SHOW("atomic read, write", "%d %d", read, written);
}

static void locks(void) {
    omp_lock_t lock;
    omp_nest_lock_t nest;
    int sum = 0, deep = 0, tried = 0;
    omp_init_lock(&lock);
    omp_init_nest_lock(&nest);
#pragma omp parallel
    SHARED_OUT(i, COUNT) {
        omp_set_lock(&lock);
        sum += i;
        omp_unset_lock(&lock);
        while (!omp_test_lock(&lock))
            ;
        tried++;
        omp_unset_lock(&lock);
        omp_set_nest_lock(&nest);
        if (omp_test_nest_lock(&nest) == 2)
            deep++;
        omp_unset_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
    }
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nest);
    SHOW("locks", "%d %d", sum, tried);
    SHOW("nestable locks", "%d", deep);
}

static void together(void) {
    static int stage[64];
    int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
    for (int round = 1; round < 4; round++) {
        stage[omp_get_thread_num()] = round;
#pragma omp barrier
        for (int i = 0; i < omp_get_num_threads(); i++)
            wrong += stage[i] != round;
#pragma omp barrier
    }
    SHOW("barrier", "%d", wrong);

    int data = 0, flag = 0, got = 0;
#pragma omp parallel sections num_threads(2)
    {
        {
            data = 17;
#pragma omp flush
#pragma omp atomic write
            flag = 1;
#pragma omp flush(flag)
        }
#pragma omp section
        {
            int is_there = 0;
            while (!is_there) {
#pragma omp atomic read
                is_there = flag;
            }
#pragma omp flush
            got = data;
        }
    }
    SHOW("flush", "%d", got);
}

int main(void) {
    critical();
    atomic();
    locks();
    together();
}
