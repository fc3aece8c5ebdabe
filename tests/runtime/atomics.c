/* C11 atomics of every width, and the compiler's older ones. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>

#define EXERCISE(name, type, first, format)                                                        \
    static void name(void) {                                                                       \
        struct {                                                                                   \
            type before;                                                                           \
            _Atomic type value;                                                                    \
            type after;                                                                            \
        } guarded = {.before = 1, .after = 2};                                                     \
        _Atomic type *at = &guarded.value;                                                         \
        atomic_init(at, (type)(first));                                                            \
        printf(#name " %" format, atomic_load(at));                                                \
        printf(" %" format, atomic_fetch_add(at, (type)100));                                      \
        printf(" %" format, atomic_fetch_sub(at, (type)7));                                        \
        printf(" %" format, atomic_fetch_or(at, (type)0x41));                                      \
        printf(" %" format, atomic_fetch_and(at, (type)~0x3));                                     \
        printf(" %" format, atomic_fetch_xor(at, (type)0x55));                                     \
        printf(" %" format, atomic_exchange(at, (type)9));                                         \
        type expected = 10;                                                                        \
        printf(" %d", atomic_compare_exchange_strong(at, &expected, (type)11));                    \
        printf(" %" format, expected);                                                             \
        printf(" %d", atomic_compare_exchange_strong(at, &expected, (type)12));                    \
        atomic_store(at, (type)(atomic_load(at) + 1));                                             \
        ++*at;                                                                                     \
        printf(" %" format, (type)*at);                                                            \
        printf(" %" format " %" format "\n", guarded.before, guarded.after);                       \
    }

EXERCISE(unsigned_1, uint8_t, 0xf0, PRIu8)
EXERCISE(signed_1, int8_t, -5, PRId8)
EXERCISE(unsigned_2, uint16_t, 0xfff0, PRIu16)
EXERCISE(signed_2, int16_t, -500, PRId16)
EXERCISE(unsigned_4, uint32_t, 0xfffffff0, PRIu32)
EXERCISE(signed_4, int32_t, -50000, PRId32)
EXERCISE(unsigned_8, uint64_t, 0xfffffffffffffff0, PRIu64)
EXERCISE(signed_8, int64_t, -5000000000, PRId64)

/* An atomic operation on a byte must not change the other bytes of its word. */
static void neighbours(void) {
    _Atomic uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (int i = 0; i < 8; i++)
        atomic_fetch_add(&bytes[i], (uint8_t)(250 + i));
    for (int i = 0; i < 8; i++)
        printf("%d ", bytes[i]);
    printf("\n");
}

static void others(void) {
    static _Atomic double real = 1.5;
    static _Atomic float narrow = 0.5f;
    static _Atomic long double wide = 0.25L;
    atomic_flag flag = ATOMIC_FLAG_INIT;
    real += 2;
    narrow *= 3;
    wide += 1;
    printf("%g %g %Lg\n", real, narrow, wide);
    printf("%d", atomic_flag_test_and_set(&flag));
    printf(" %d\n", atomic_flag_test_and_set(&flag));

    uint16_t half = 65535;
    uint64_t whole = 1;
    printf("%d", __sync_add_and_fetch(&half, 2));
    printf(" %d", __sync_fetch_and_or(&half, 8));
    printf(" %d\n", half);
    printf("%" PRIu64 "\n", __atomic_add_fetch(&whole, 41, __ATOMIC_SEQ_CST));

    static unsigned char byte = 3;
    printf("%d", __sync_lock_test_and_set(&byte, 200));
    printf(" %d", byte);
    __sync_lock_release(&byte);
    printf(" %d", byte);
    printf(" %d\n", __sync_lock_test_and_set(&half, 40000));
    printf("%" PRIu64, __sync_fetch_and_add(&whole, UINT64_C(1) << 40));
    printf(" %" PRIu64, __sync_sub_and_fetch(&whole, 2));
    printf(" %" PRIu64, __sync_fetch_and_and(&whole, ~UINT64_C(8)));
    printf(" %" PRIu64, __sync_or_and_fetch(&whole, UINT64_C(1) << 63));
    printf(" %" PRIu64, __sync_fetch_and_xor(&whole, 1));
    printf(" %d", __sync_bool_compare_and_swap(&whole, whole + 1, 5));
    printf(" %" PRIu64, __sync_val_compare_and_swap(&whole, whole, 5));
    printf(" %" PRIu64 "\n", whole);
}

#pragma GCC diagnostic ignored "-Wsync-nand" /* a note about GCC before 4.4 */
/* GCC's atomics of the kind "not and", which C does not have, by both names and both results. */
#define NAND(type, format)                                                                         \
    static void nand_##type(void) {                                                                \
        struct {                                                                                   \
            type before, value, after;                                                             \
        } guarded = {1, (type)0xf1e2d3c4b5a69788, 2};                                              \
        type *at = &guarded.value, mask = (type)0x1f3355779bbddff9;                                \
        printf("%" format, __atomic_fetch_nand(at, mask, __ATOMIC_SEQ_CST));                       \
        printf(" %" format, __atomic_nand_fetch(at, mask, __ATOMIC_RELAXED));                      \
        printf(" %" format, __sync_fetch_and_nand(at, mask));                                      \
        printf(" %" format, __sync_nand_and_fetch(at, mask));                                      \
        __atomic_fetch_nand(at, mask, __ATOMIC_RELEASE);                                           \
        printf(" %" format " %" format " %" format "\n", guarded.before, *at, guarded.after);      \
    }

NAND(uint8_t, PRIu8)
NAND(uint16_t, PRIu16)
NAND(uint32_t, PRIu32)
NAND(uint64_t, PRIu64)

int main(void) {
    unsigned_1();
    signed_1();
    unsigned_2();
    signed_2();
    unsigned_4();
    signed_4();
    unsigned_8();
    signed_8();
    neighbours();
    others();
    nand_uint8_t();
    nand_uint16_t();
    nand_uint32_t();
    nand_uint64_t();
    return 0;
}
