/* Measures private copies of 729 doubles, in cycles beyond those of the region. GCC copies by a
 * loop over words; memcpy() is measured for comparison. The program has no tasks. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "epcc.h"

#define COUNT 729

typedef double row[COUNT];

static row shared;
static row own;
#pragma omp threadprivate(own)

/* Makes the compiler assume that the whole array is read and written. */
static void use(double *values) {
    __asm__ volatile("" ::"r"(values) : "memory");
}

static void nothing(void) {
#pragma omp parallel
    __asm__ volatile("" ::: "memory");
}

static void firstprivate(void) {
    row values;
    use(values);
#pragma omp parallel firstprivate(values)
    use(values);
}

/* Copies an array whose length GCC does not know. */
static void firstprivate_variable(void) {
    double values[unknown(COUNT)];
    use(values);
#pragma omp parallel firstprivate(values)
    use(values);
}

static void copyin(void) {
    use(own);
#pragma omp parallel copyin(own)
    use(own);
}

static void copyprivate(void) {
    row values;
#pragma omp parallel private(values)
    {
#pragma omp single copyprivate(values)
        use(values);
        use(values);
    }
}

/* The cost of copyprivate without an array to copy: the variable is one byte. */
static void copyprivate_of_none(void) {
    char none;
#pragma omp parallel private(none)
    {
#pragma omp single copyprivate(none)
        none = 0;
        __asm__ volatile("" ::"r"(none));
    }
}

static void copied(void) {
    use(shared);
#pragma omp parallel
    {
        row values;
        memcpy(values, shared, (size_t)unknown(sizeof shared));
        use(values);
    }
}

static void copied_back(void) {
#pragma omp parallel
    if (omp_get_thread_num() == omp_get_num_threads() - 1) {
        row values;
        use(values);
        memcpy(shared, values, (size_t)unknown(sizeof shared));
    }
}

static void print_once(const char *name, void (*run)(void), void (*reference)(void)) {
    printf("%s %.0f\n", name, (double)time_of(run) - time_of(reference));
}

int main(void) {
    print_once("firstprivate_729", firstprivate, nothing);
    print_once("firstprivate_729_variable", firstprivate_variable, nothing);
    print_once("copyin_729", copyin, nothing);
    print_once("copyprivate_729", copyprivate, copyprivate_of_none);
    print_once("memcpy_729", copied, nothing);
    print_once("memcpy_729_back", copied_back, nothing);
    return EXIT_SUCCESS;
}
