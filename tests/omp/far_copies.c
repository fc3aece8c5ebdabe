/* memcpy() and memmove() between memories of different threads, with every alignment and many
 * lengths: to the calling thread's memory, from it, and between the memories of two others. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define ROOM 300

static unsigned char global[ROOM];
static const unsigned char constant[ROOM] = {[0] = 1, [150] = 2, [ROOM - 1] = 3};

static unsigned char at(size_t i, size_t seed) {
    return (unsigned char)((i * 7 + seed * 13) % 251);
}

static void fill(unsigned char *room, size_t seed) {
    for (size_t i = 0; i < ROOM; i++)
        room[i] = at(i, seed);
}

/* Whether the bytes were copied and those around them are unchanged. */
static int is_copied(const unsigned char *to, size_t to_at, size_t from_at, size_t bytes) {
    for (size_t i = 0; i < ROOM; i++) {
        unsigned char right =
            i >= to_at && i < to_at + bytes ? at(i - to_at + from_at, 1) : at(i, 2);
        if (to[i] != right)
            return 0;
    }
    return 1;
}

static int copies(unsigned char *to, unsigned char *from) {
    static const size_t lengths[] = {1, 47, 49, 64, 131};
    int right = 1;
    fill(from, 1);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (size_t to_at = 0; to_at < 5; to_at++)
            for (size_t from_at = 0; from_at < 8; from_at += 5) {
                fill(to, 2);
                right &= memcpy(to + to_at, from + from_at, lengths[i]) == to + to_at;
                right &= is_copied(to, to_at, from_at, lengths[i]);
            }
    return right;
}

int main(void) {
    unsigned char *heap = malloc(ROOM), local[ROOM];
    int threads = omp_get_max_threads();
#pragma omp parallel shared(local)
    {
        unsigned char own[ROOM];
        for (int i = 0; i < threads; i++) {
            if (i == omp_get_thread_num()) {
                CHECK(copies(own, global) && copies(global, own));
                CHECK(copies(own, heap) && copies(heap, own));
                CHECK(copies(own, local) && copies(local, own));
                CHECK(copies(global, heap));
                memcpy(heap, constant, ROOM);
                CHECK(memcmp(heap, constant, ROOM) == 0);
                fill(global, 1);
                memmove(own + 100, global, 150);
                CHECK(memcmp(own + 100, global, 150) == 0);
                memmove(global + 100, global, 150);
                CHECK(memcmp(global + 100, own + 100, 150) == 0);
            }
#pragma omp barrier
        }
    }
    /* The copy must contain what was stored before it, and must not overwrite what is stored after
     * it. */
    int sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
        int own[70];
#pragma omp critical
        {
            int *words = (int *)(void *)heap;
            memset(words, 0, sizeof own);
            words[69] = omp_get_thread_num() + 1;
            memcpy(own, words, sizeof own);
            words[69] = 0;
            own[0] = 5;
            memcpy(words, own, sizeof own);
            sum += words[69] + words[0] - own[0];
        }
    }
    CHECK(sum == threads * (threads + 1) / 2);
    free(heap);
    puts(wrong ? "wrong" : "done");
    return wrong;
}
