/* Reductions with all operators, over all types and arrays, and declared by the user; threadprivate
 * data. */
#include <string.h>

#include "feature.h"

enum { COUNT = 40 };

#define NUMBERS(type, format)                                                                      \
    do {                                                                                           \
        type sum = 1, product = 1, low = 100, high = 0;                                            \
        _Pragma("omp parallel for reduction(+ : sum) reduction(* : product)") for (int i = 1;      \
                                                                                   i <= COUNT;     \
                                                                                   i++) {          \
            sum += (type)i;                                                                        \
            product = (type)(product * (i % 8 ? 1 : 2));                                           \
        }                                                                                          \
        _Pragma("omp parallel for reduction(min : low) reduction(max : high)") for (int i = 1;     \
                                                                                    i <= COUNT;    \
                                                                                    i++) {         \
            low = (type)(i * 7 % 41) < low ? (type)(i * 7 % 41) : low;                             \
            high = (type)(i * 5 % 43) > high ? (type)(i * 5 % 43) : high;                          \
        }                                                                                          \
        SHOW("reduction of " #type, format " " format " " format " " format, sum, product, low,    \
             high);                                                                                \
    } while (0)

static void operators(void) {
    NUMBERS(int, "%d");
    NUMBERS(short, "%d");
    NUMBERS(long long, "%lld");
    NUMBERS(float, "%g");
    NUMBERS(double, "%g");
    unsigned bits = 0, both = ~0u, odd = 5;
    int all = 1, any = 0, minus = 7;
#pragma omp parallel for reduction(| : bits) reduction(& : both) reduction(^ : odd)                \
    reduction(&& : all) reduction(|| : any) reduction(- : minus)
    for (int i = 0; i < COUNT; i++) {
        bits |= 1u << i % 9;
        both &= ~(1u << i % 6);
        odd ^= (unsigned)(i * i);
        all = all && i >= 0;
        any = any || i == 33;
        minus -= i;
    }
    SHOW("reduction of bits", "%x %x %x", bits, both, odd);
    SHOW("reduction && and ||, and -", "%d %d %d", all, any, minus);
}

struct range {
    int low, high;
    double sum;
};

static struct range joined(struct range a, struct range b) {
    return (struct range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high,
                          a.sum + b.sum};
}

#pragma omp declare reduction(join                                                                 \
                              : struct range                                                       \
                              : omp_out = joined(omp_out, omp_in))                                 \
    initializer(omp_priv = (struct range){1000, -1000, 0})

static void more(void) {
    int bins[8] = {100}, *section = bins;
#pragma omp parallel for reduction(+ : bins)
    for (int i = 0; i < COUNT; i++)
        bins[i % 8] += i;
    SHOW("reduction of an array", "%d %d %d", bins[0], bins[1], bins[7]);
#pragma omp parallel for reduction(max : section [2:4])
    for (int i = 0; i < COUNT; i++)
        section[2 + i % 4] = section[2 + i % 4] > i * 9 ? section[2 + i % 4] : i * 9;
    SHOW("reduction of an array section", "%d %d %d", bins[1], bins[2], bins[5]);
    struct range found = {500, 0, 0};
#pragma omp parallel for reduction(join : found)
    for (int i = 0; i < COUNT; i++)
        found = joined(found, (struct range){i * 17 % 47, i * 17 % 47, i});
    SHOW("reduction, user-declared", "%d %d %g", found.low, found.high, found.sum);
}

static int counter = 3;
static char name[12] = "before";
static _Thread_local int local = 4;
#pragma omp threadprivate(counter, name)

static void kept(void) {
    int sum = 0, wrong = 0, same = 0, team = 0;
    counter = 11;
    strcpy(name, "master");
#pragma omp parallel copyin(counter, name) reduction(+ : sum, wrong)
    {
        sum += counter - 11;
        wrong += strcmp(name, "master") != 0;
        counter = omp_get_thread_num() * 2;
        local = counter + 1;
    }
    SHOW("copyin", "%d %d", sum, wrong);
#pragma omp parallel reduction(+ : same, team)
    {
        team++;
        same += counter == omp_get_thread_num() * 2 && local == counter + 1;
    }
    SHOW("threadprivate", "%d %d", team - same, counter);
}

int main(void) {
    operators();
    more();
    kept();
}
