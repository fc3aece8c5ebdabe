/* The kernel's cache has room for two names, and drops the one that was found first. The time shows
 * whether a look-up ends in this cluster's kernel, or needs messages to server and daemon. */
#include "check.h"

static uint64_t cycles_of(const char *name) {
    struct kname found;
    uint64_t begin = kclock();
    EQUAL(name_lookup(name, &found), 0);
    return kclock() - begin;
}

int main(void) {
    static const char *const names[] = {"a", "b", "c"};
    begin();
    if (rank == 0)
        for (int i = 0; i < 3; i++)
            EQUAL(name_link(names[i], i), 0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == ranks - 1) {
        uint64_t far = cycles_of("a");
        cycles_of("b");
        uint64_t near = cycles_of("a");
        CHECK(near < far / 2);
        cycles_of("c"); /* drops a, which was found before b */
        CHECK(cycles_of("b") < far / 2);
        CHECK(cycles_of("c") < far / 2);
        CHECK(cycles_of("a") > far / 2); /* far, because c took the place of a */
        CHECK(cycles_of("c") < far / 2);
        CHECK(cycles_of("b") > far / 2);
    }
    return end();
}
