/* Allocators, memory of devices and affinity formats, as the standard defines them. */
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define COUNT 6

static void spaces(void) {
    static const omp_allocator_handle_t all[] = {
        omp_null_allocator,   omp_default_mem_alloc, omp_large_cap_mem_alloc,
        omp_const_mem_alloc,  omp_high_bw_mem_alloc, omp_low_lat_mem_alloc,
        omp_cgroup_mem_alloc, omp_pteam_mem_alloc,   omp_thread_mem_alloc};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        unsigned char *memory = omp_aligned_alloc(128, 256, all[i]);
        CHECK(memory && (uintptr_t)memory % 128 == 0);
        memset(memory, 7, 256);
        memory = omp_realloc(memory, 1000, all[i], all[i]);
        CHECK(memory && memory[0] == 7 && memory[255] == 7);
        omp_free(memory, all[i]);
        memory = omp_aligned_calloc(64, 5, 64, all[i]);
        CHECK(memory && (uintptr_t)memory % 64 == 0 && !memory[0] && !memory[319]);
        omp_free(memory, omp_null_allocator);
    }
    CHECK(omp_alloc(0, omp_default_mem_alloc) == NULL);
    CHECK(omp_calloc(SIZE_MAX / 2, 4, omp_default_mem_alloc) == NULL);
    omp_free(NULL, omp_default_mem_alloc);
}

static void pools(void) {
    omp_alloctrait_t traits[] = {{omp_atk_alignment, 256},
                                 {omp_atk_pool_size, 1024},
                                 {omp_atk_fallback, omp_atv_null_fb},
                                 {omp_atk_access, omp_atv_all}};
    omp_allocator_handle_t small = omp_init_allocator(omp_default_mem_space, 4, traits);
    CHECK(small != omp_null_allocator);
    char *memory = omp_alloc(300, small);
    CHECK(memory && (uintptr_t)memory % 256 == 0);
    CHECK(omp_alloc(2000, small) == NULL);
    omp_free(memory, small);
    /* Freed memory can be allocated again. */
    for (int i = 0; i < COUNT; i++) {
        memory = omp_alloc(300, small);
        CHECK(memory != NULL);
        omp_free(memory, small);
    }
    omp_alloctrait_t other[] = {{omp_atk_pool_size, 100},
                                {omp_atk_fallback, omp_atv_allocator_fb},
                                {omp_atk_fb_data, small}};
    omp_allocator_handle_t first = omp_init_allocator(omp_low_lat_mem_space, 3, other);
    memory = omp_alloc(400, first);
    CHECK(memory && (uintptr_t)memory % 256 == 0); /* the memory comes from `small` */
    omp_free(memory, first);
    CHECK(omp_alloc(3000, first) == NULL);
    omp_destroy_allocator(first);

    omp_set_default_allocator(small);
    CHECK(omp_get_default_allocator() == small);
    CHECK(omp_alloc(2000, omp_null_allocator) == NULL);
    omp_set_default_allocator(omp_default_mem_alloc);
    memory = omp_alloc(2000, omp_null_allocator);
    CHECK(memory != NULL);
    omp_free(memory, omp_null_allocator);
    omp_destroy_allocator(small);

    omp_alloctrait_t odd = {omp_atk_alignment, 3};
    CHECK(omp_init_allocator(omp_default_mem_space, 1, &odd) == omp_null_allocator);
    odd = (omp_alloctrait_t){omp_atk_fallback, omp_atv_thread};
    CHECK(omp_init_allocator(omp_default_mem_space, 1, &odd) == omp_null_allocator);
}

/* All threads allocate memory at the same time, by routines and by the allocate clause. */
static void threads(void) {
    int differ = 0;
    long sum = 0;
#pragma omp parallel reduction(+ : differ)
    for (int i = 1; i <= COUNT; i++) {
        int me = omp_get_thread_num();
        int *own = omp_alloc(sizeof *own * (size_t)i * 8, omp_thread_mem_alloc);
        for (int k = 0; k < i * 8; k++)
            own[k] = me * 100 + k;
        for (int k = 0; k < i * 8; k++)
            differ += own[k] != me * 100 + k;
        omp_free(own, omp_thread_mem_alloc);
    }
    CHECK(differ == 0);
    long part = 3;
#pragma omp parallel for firstprivate(part) allocate(omp_low_lat_mem_alloc : part)                 \
    reduction(+ : sum)
    for (int i = 0; i < 20; i++)
        sum += part + i;
    CHECK(sum == 20 * 3 + 190);
}

static void devices(void) {
    int host = omp_get_initial_device();
    char *memory = omp_target_alloc(64, host);
    CHECK(memory && omp_target_is_present(memory, host));
    CHECK(omp_target_memcpy(memory, "abcdef", 4, 1, 2, host, host) == 0);
    CHECK(memcmp(memory + 1, "cdef", 4) == 0);
    int from[4][5], to[3][6];
    for (int i = 0; i < 20; i++)
        from[i / 5][i % 5] = i;
    memset(to, 0, sizeof to);
    size_t volume[] = {2, 3}, to_at[] = {1, 2}, from_at[] = {2, 1}, to_all[] = {3, 6},
           from_all[] = {4, 5};
    CHECK(omp_target_memcpy_rect(to, from, sizeof(int), 2, volume, to_at, from_at, to_all, from_all,
                                 host, host) == 0);
    CHECK(to[1][2] == 11 && to[1][4] == 13 && to[2][2] == 16 && to[2][4] == 18 && !to[0][2] &&
          !to[1][5] && !to[1][1]);
    CHECK(omp_target_memcpy_rect(NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, host, host) > 2);
    CHECK(omp_target_alloc(8, host + 5) == NULL);
    CHECK(omp_target_memcpy(memory, memory, 1, 0, 1, host + 5, host) != 0);
    CHECK(omp_target_associate_ptr(memory, memory, 8, 0, host) != 0);
    CHECK(omp_target_disassociate_ptr(memory, host) != 0);
    omp_target_free(memory, host);
}

static void formats(void) {
    char text[64], line[40];
    omp_set_affinity_format("%n of %N%%");
    CHECK(omp_get_affinity_format(text, sizeof text) == 10 && !strcmp(text, "%n of %N%%"));
    CHECK(omp_get_affinity_format(text, 4) == 10 && !strcmp(text, "%n "));
    CHECK(omp_capture_affinity(text, sizeof text, NULL) == 7 && !strcmp(text, "0 of 1%"));
    omp_capture_affinity(text, sizeof text, "[%0.5{thread_num}|%4L|%.3{num_threads}]");
    CHECK(!strcmp(text, "[00000|0   |  1]"));
    CHECK(omp_capture_affinity(text, 3, "abcdef") == 6 && !strcmp(text, "ab"));
    int differ = 0;
#pragma omp parallel private(text, line) reduction(+ : differ)
    {
        snprintf(line, sizeof line, "thread %3d level %d", omp_get_thread_num(), omp_get_level());
        omp_capture_affinity(text, sizeof text, "thread %.3n level %{nesting_level}");
        differ += strcmp(line, text) != 0;
    }
    CHECK(differ == 0);
}

int main(void) {
    spaces();
    pools();
    threads();
    devices();
    formats();
    puts(wrong ? "wrong" : "done");
    return wrong;
}
