/* Many tasks with dependences: more than a thread has room for, in all threads at once, in nested
 * tasks, in tasks that outlive their creator, and with data of any length and alignment. */
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

#define MANY 300
#define THREADS 64

/* A chain of tasks, each of which needs the result of the previous one. */
static unsigned row(unsigned seed, int tasks) {
    unsigned value = seed;
    for (int i = 0; i < tasks; i++)
#pragma omp task depend(inout : value) shared(value) firstprivate(i)
        value = value * 31 + (unsigned)i;
#pragma omp taskwait
    return value;
}

static unsigned expected(unsigned seed, int tasks) {
    for (int i = 0; i < tasks; i++)
        seed = seed * 31 + (unsigned)i;
    return seed;
}

static void by_all(void) {
    static unsigned found[THREADS];
    int threads = 0;
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        found[me] = row((unsigned)me + 1, MANY);
#pragma omp atomic
        threads++;
    }
    for (int i = 0; i < threads; i++)
        CHECK(found[i] == expected((unsigned)i + 1, MANY));
}

/* Each task writes its own item and reads the item of the previous task, so no task waits long
 * for another task. */
static void by_many_addresses(void) {
    static int items[MANY + 1];
    memset(items, 0, sizeof items);
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < MANY; i++)
#pragma omp task depend(in : items[i]) depend(out : items[i + 1])
        items[i + 1] = items[i] + i;
    CHECK(items[MANY] == MANY * (MANY - 1) / 2);
}

/* Several readers run between two writers, and all see the value of the first writer. */
static void by_readers(void) {
    int value = 0, seen = 0;
#pragma omp parallel
#pragma omp single
    for (int round = 1; round <= 20; round++) {
#pragma omp task depend(out : value) shared(value)
        value = round;
        for (int i = 0; i < 10; i++)
#pragma omp task depend(in : value) shared(value, seen) firstprivate(round)
            if (value == round)
#pragma omp atomic
                seen++;
    }
    CHECK(seen == 200);
}

/* While a task waits for its dependent children, its thread runs other tasks, which have
 * dependent children, too. */
static void in_each_other(void) {
    unsigned found[8] = {0}, order = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 8; i++)
#pragma omp task depend(inout : order) shared(found, order) firstprivate(i)
    {
        found[i] = row((unsigned)i, 20) + order;
        order++;
    }
    for (unsigned i = 0; i < 8; i++)
        CHECK(found[i] == expected(i, 20) + i);
}

/* The creator of these tasks ends before them. The thread that completes the last task frees the
 * creator's table. */
static void orphans(void) {
    int sums[10] = {0};
#pragma omp parallel
#pragma omp single
    for (int round = 0; round < 10; round++)
#pragma omp task shared(sums) firstprivate(round)
        for (int i = 0; i < 12; i++)
#pragma omp task depend(inout : sums[round]) shared(sums) firstprivate(round, i)
            sums[round] = sums[round] * 2 + i % 2;
    for (int round = 0; round < 10; round++)
        CHECK(sums[round] == 0x555);
}

/* A structure that is passed to a task as data. Its copy must have the alignment of its type. */
#define DATA(bytes, alignment)                                                                     \
    static void data_##bytes##_##alignment(void) {                                                 \
        struct {                                                                                   \
            _Alignas(alignment) char text[bytes];                                                  \
        } data;                                                                                    \
        int right = 0, x = 0;                                                                      \
        memset(&data, bytes, sizeof data);                                                         \
        _Pragma("omp parallel") _Pragma("omp single") {                                            \
            for (int i = 0; i < 20; i++)                                                           \
                _Pragma("omp task depend(inout : x) firstprivate(data) shared(right)") {           \
                    int is_right = (uintptr_t)&data % alignment == 0;                              \
                    for (int j = 0; j < bytes; j++)                                                \
                        is_right &= data.text[j] == bytes;                                         \
                    right += is_right;                                                             \
                }                                                                                  \
        }                                                                                          \
        CHECK(right == 20 && x == 0);                                                              \
    }

DATA(1, 1)
DATA(3, 1)
DATA(8, 8)
DATA(20, 4)
DATA(24, 8)
DATA(32, 16)
DATA(40, 8)
DATA(64, 32)
DATA(100, 1)

int main(void) {
    for (int round = 0; round < 2; round++) {
        by_all();
        by_many_addresses();
        by_readers();
        in_each_other();
        orphans();
        data_1_1();
        data_3_1();
        data_8_8();
        data_20_4();
        data_24_8();
        data_32_16();
        data_40_8();
        data_64_32();
        data_100_1();
    }
    puts(wrong ? "wrong" : "done");
    return wrong;
}
