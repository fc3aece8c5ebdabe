// Tasks of a cancelled taskgroup destroy the copies of objects that were made for them.
#include <cstdio>
#include <omp.h>

static int objects;

struct counted {
    int value = 0;
    counted() {
#pragma omp atomic
        objects++;
    }
    counted(const counted &other) : value(other.value) {
#pragma omp atomic
        objects++;
    }
    ~counted() {
#pragma omp atomic
        objects--;
    }
};

int main() {
    {
        counted object;
        int order = 0;
#pragma omp parallel firstprivate(object)
#pragma omp single
        for (int round = 0; round < 10; round++)
#pragma omp taskgroup
            for (int i = 0; i < 50; i++) {
#pragma omp task firstprivate(object) if (i % 7)
                {
                    object.value++;
#pragma omp cancel taskgroup
                }
#pragma omp task firstprivate(object) depend(inout : order)
                object.value++;
#pragma omp taskloop firstprivate(object) num_tasks(2) nogroup
                for (int j = 0; j < 2; j++)
                    object.value++;
            }
    }
    std::printf("cancellation %d, %d objects left\n", omp_get_cancellation(), objects);
}
