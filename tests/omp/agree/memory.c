/* Allocators and memory (OpenMP 5.2, chapter 6 and 18.13). */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define SHOW(what) printf("%s: %d\n", #what, (int)(what))

static omp_allocator_handle_t make(omp_alloctrait_key_t key, omp_uintptr_t value) {
    omp_alloctrait_t trait = {key, value};
    return omp_init_allocator(omp_default_mem_space, 1, &trait);
}

static int is_made(omp_alloctrait_key_t key, omp_uintptr_t value) {
    omp_allocator_handle_t made = make(key, value);
    omp_destroy_allocator(made);
    return made != omp_null_allocator;
}

/* When memory is resized, only the difference in size is taken from its pool. */
static void resize(void) {
    omp_alloctrait_t traits[] = {{omp_atk_pool_size, 8000}, {omp_atk_fallback, omp_atv_null_fb}};
    omp_allocator_handle_t pool = omp_init_allocator(omp_default_mem_space, 2, traits);
    char *memory = omp_alloc(3000, pool);
    memset(memory, 7, 3000);
    for (int size = 4000; size <= 7800; size += 950) {
        char *next = omp_realloc(memory, (size_t)size, pool, pool);
        printf("grows to %d: %d\n", size, next ? next[2999] : -1);
        memory = next ? next : memory;
    }
    SHOW(omp_realloc(memory, 8001, pool, pool) == NULL);
    memory = omp_realloc(memory, 1000, omp_null_allocator, pool);
    SHOW(memory[999]);
    char *beside = omp_alloc(6500, pool);
    SHOW(beside != NULL);
    SHOW(omp_realloc(memory, 1700, pool, omp_null_allocator) == NULL);
    memory = omp_realloc(memory, 9000, omp_default_mem_alloc, pool);
    SHOW(memory[999]);
    memory = omp_realloc(memory, 1000, pool, omp_default_mem_alloc);
    SHOW(memory[999]);
    omp_free(beside, pool);
    beside = omp_alloc(6500, pool);
    SHOW(beside != NULL);
    omp_free(beside, pool);
    omp_free(memory, omp_null_allocator);
    memory = omp_alloc(7800, pool);
    SHOW(memory != NULL);
    omp_free(memory, pool);
    omp_destroy_allocator(pool);
}

int main(void) {
    SHOW(is_made(omp_atk_alignment, 64));
    SHOW(is_made(omp_atk_alignment, 48));
    SHOW(is_made(omp_atk_alignment, 0));
    SHOW(is_made(omp_atk_alignment, omp_atv_default));
    SHOW(is_made(omp_atk_access, omp_atv_cgroup));
    SHOW(is_made(omp_atk_access, omp_atv_default));
    SHOW(is_made(omp_atk_sync_hint, omp_atv_private));
    SHOW(is_made(omp_atk_sync_hint, omp_atv_true));
    SHOW(is_made(omp_atk_fallback, omp_atv_null_fb));
    SHOW(is_made(omp_atk_fallback, omp_atv_true));
    SHOW(is_made(omp_atk_partition, omp_atv_blocked));
    SHOW(is_made(omp_atk_partition, omp_atv_null_fb));
    SHOW(is_made(omp_atk_pinned, omp_atv_false));
    omp_allocator_handle_t small = make(omp_atk_pool_size, 1000);
    omp_alloctrait_t traits[] = {{omp_atk_pool_size, 100}, {omp_atk_fallback, omp_atv_null_fb}};
    omp_allocator_handle_t tiny = omp_init_allocator(omp_default_mem_space, 2, traits);
    SHOW(omp_alloc(0, small) == NULL);
    SHOW(omp_calloc(0, 4, small) == NULL);
    SHOW(omp_calloc(SIZE_MAX, 4, small) == NULL);
    SHOW(omp_alloc(200, tiny) == NULL);
    void *fallen = omp_alloc(2000, small);
    SHOW(fallen != NULL);
    omp_free(fallen, small);
    void *aligned = omp_aligned_alloc(128, 256, omp_large_cap_mem_alloc);
    SHOW((uintptr_t)aligned % 128);
    memset(aligned, 7, 256);
    char *more = omp_realloc(aligned, 300, omp_large_cap_mem_alloc, omp_large_cap_mem_alloc);
    SHOW(more[0] + more[255]);
    omp_free(more, omp_null_allocator);
    char *zero = omp_aligned_calloc(64, 10, 5, omp_thread_mem_alloc);
    int sum = 0;
    for (int i = 0; i < 50; i++)
        sum += zero[i];
    SHOW(sum + (int)((uintptr_t)zero % 64));
    zero = omp_realloc(zero, 0, omp_null_allocator, omp_thread_mem_alloc);
    SHOW(zero == NULL);
    omp_free(NULL, small);
    char *fresh = omp_realloc(NULL, 10, tiny, omp_null_allocator);
    SHOW(fresh != NULL);
    omp_free(fresh, tiny);
    resize();
    omp_destroy_allocator(tiny);
    omp_destroy_allocator(small);
    omp_destroy_allocator(omp_null_allocator);
    /* The allocate clause. */
    int own = 3, all = 0;
#pragma omp parallel num_threads(2) firstprivate(own) reduction(+ : all)                           \
    allocate(omp_high_bw_mem_alloc : own) allocate(align(64) : all)
    all += own + (int)((uintptr_t)&own % sizeof own);
    SHOW(all);
    /* Memory of devices. The host is the only device. */
    int host = omp_get_initial_device();
    char *there = omp_target_alloc(64, host), here[64];
    for (int i = 0; i < 64; i++)
        here[i] = (char)i;
    SHOW(omp_target_memcpy(there, here, 32, 8, 0, host, host));
    SHOW(there[8] + there[39]);
    size_t volume[] = {2, 3}, to[] = {1, 1}, from[] = {0, 2}, size[] = {8, 8};
    SHOW(omp_target_memcpy_rect(there, here, 1, 2, volume, to, from, size, size, host, host));
    SHOW(there[9] == here[2] && there[19] == here[12]);
    SHOW(omp_target_is_present(here, host));
    SHOW(omp_target_associate_ptr(here, there, 64, 0, host) != 0);
    SHOW(omp_target_disassociate_ptr(here, host) != 0);
    SHOW(omp_target_alloc(4, 77) == NULL);
    omp_target_free(there, host);
}
