/* Compares the shared unit's registers with the instructions of a core with F and D: results and
 * flags must be equal in each rounding mode. Prints the cycles of each operation, for which the
 * test has a formula. Argument: a seed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "hal/chip/devices.h"

static uint64_t state;
static volatile uint32_t *unit;

static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static uint64_t draw(void) {
    uint64_t bits = next(), sign = bits & (uint64_t)1 << 63;
    switch (next() % 6) {
    case 0:
        return sign;
    case 1:
        return sign | 0x7ff0000000000000 | (next() % 3) << 50;
    case 2:
        return sign | next() >> 12;
    case 3:
        return next() >> 32;
    case 4:
        return (bits & 0x800fffffffffffff) | (uint64_t)(1000 + next() % 60) << 52;
    default:
        return bits;
    }
}

static uint32_t cycles(void) {
    uint32_t now;
    __asm__ volatile("rdcycle %0" : "=r"(now)::"memory");
    return now;
}

struct outcome {
    uint64_t result;
    uint32_t flags;
};

static uint32_t took;

static struct outcome ask(int is_double, enum fpu_operation operation, const uint64_t operands[3],
                          uint32_t mode) {
    unit[REGISTER_FPU_FCSR / 4] = mode << 5;
    for (int i = 0; i < 3; i++) {
        unit[2 * i] = (uint32_t)operands[i];
        unit[2 * i + 1] = (uint32_t)(operands[i] >> 32);
    }
    __asm__ volatile("fence" ::: "memory");
    volatile uint32_t *load =
        unit + (is_double ? REGISTER_FPU_DOUBLE : REGISTER_FPU_SINGLE) / 4 + operation;
    uint32_t from = cycles();
    uint64_t result = *load;
    took = cycles() - from;
    result |= (uint64_t)unit[REGISTER_FPU_UPPER / 4] << 32;
    return (struct outcome){result, unit[REGISTER_FPU_FCSR / 4] & 31};
}

#define THREE(text) __asm__ volatile(text : "=f"(result) : "f"(a), "f"(b), "f"(c))
#define TO_INTEGER(text) __asm__ volatile(text : "=r"(integer) : "f"(a), "f"(b))
#define FROM_INTEGER(text) __asm__ volatile(text : "=f"(result) : "r"(given))

#define EXECUTE(name, type, bits, s, other, other_type)                                            \
    static struct outcome name(enum fpu_operation operation, const uint64_t operands[3],           \
                               uint32_t mode) {                                                    \
        union {                                                                                    \
            bits bits;                                                                             \
            type number;                                                                           \
        } in[3], out = {0};                                                                        \
        union {                                                                                    \
            uint64_t bits;                                                                         \
            other_type number;                                                                     \
        } converted = {0};                                                                         \
        for (int i = 0; i < 3; i++)                                                                \
            in[i].bits = (bits)operands[i];                                                        \
        type a = in[0].number, b = in[1].number, c = in[2].number, result = 0;                     \
        uint32_t integer = 0, given = (uint32_t)operands[0], flags;                                \
        int is_integer = 0;                                                                        \
        __asm__ volatile("fscsr %0" ::"r"(mode << 5));                                             \
        switch (operation) {                                                                       \
        case FPU_ADD:                                                                              \
            THREE("fadd." s " %0, %1, %2");                                                        \
            break;                                                                                 \
        case FPU_SUBTRACT:                                                                         \
            THREE("fsub." s " %0, %1, %2");                                                        \
            break;                                                                                 \
        case FPU_MULTIPLY:                                                                         \
            THREE("fmul." s " %0, %1, %2");                                                        \
            break;                                                                                 \
        case FPU_DIVIDE:                                                                           \
            THREE("fdiv." s " %0, %1, %2");                                                        \
            break;                                                                                 \
        case FPU_ROOT:                                                                             \
            THREE("fsqrt." s " %0, %1");                                                           \
            break;                                                                                 \
        case FPU_FUSED:                                                                            \
            THREE("fmadd." s " %0, %1, %2, %3");                                                   \
            break;                                                                                 \
        case FPU_FROM_INT:                                                                         \
            FROM_INTEGER("fcvt." s ".w %0, %1");                                                   \
            break;                                                                                 \
        case FPU_FROM_UNSIGNED:                                                                    \
            FROM_INTEGER("fcvt." s ".wu %0, %1");                                                  \
            break;                                                                                 \
        case FPU_CONVERT:                                                                          \
            __asm__ volatile("fcvt." other "." s " %0, %1" : "=f"(converted.number) : "f"(a));     \
            break;                                                                                 \
        default:                                                                                   \
            is_integer = 1;                                                                        \
            if (operation == FPU_EQUAL)                                                            \
                TO_INTEGER("feq." s " %0, %1, %2");                                                \
            else if (operation == FPU_LESS)                                                        \
                TO_INTEGER("flt." s " %0, %1, %2");                                                \
            else if (operation == FPU_LESS_EQUAL)                                                  \
                TO_INTEGER("fle." s " %0, %1, %2");                                                \
            else if (operation == FPU_TO_INT)                                                      \
                TO_INTEGER("fcvt.w." s " %0, %1, rtz");                                            \
            else                                                                                   \
                TO_INTEGER("fcvt.wu." s " %0, %1, rtz");                                           \
        }                                                                                          \
        __asm__ volatile("frflags %0" : "=r"(flags));                                              \
        out.number = result;                                                                       \
        uint64_t whole = is_integer                 ? integer                                      \
                         : operation == FPU_CONVERT ? converted.bits                               \
                                                    : out.bits;                                    \
        return (struct outcome){whole, flags};                                                     \
    }

EXECUTE(execute_single, float, uint32_t, "s", "d", double)
EXECUTE(execute_double, double, uint64_t, "d", "s", float)

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    state = (seed + 1) * 0x9e3779b97f4a7c15u;
    unit = (volatile uint32_t *)device_read(device_window(register_read(REGISTER_TILE)) +
                                            REGISTER_FPU_NEAREST);
    int wrong = 0;
    for (int operation = 0; operation <= FPU_CONVERT; operation++) {
        uint32_t least = UINT32_MAX, most = 0;
        for (int i = 0; i < 150; i++) {
            int is_double = (int)(next() & 1);
            uint32_t mode = next() % 5;
            uint64_t operands[] = {draw(), draw(), draw()};
            if (!is_double)
                for (int k = 0; k < 3; k++)
                    operands[k] = operands[k] >> (next() & 1 ? 32 : 0) & UINT32_MAX;
            enum fpu_operation which = (enum fpu_operation)operation;
            struct outcome theirs = ask(is_double, which, operands, mode);
            struct outcome ours =
                (is_double ? execute_double : execute_single)(which, operands, mode);
            /* A single-precision result is in the lower half of the register. The upper half is
             * compared only if the result is a double. */
            if ((uint32_t)ours.result == (uint32_t)theirs.result && ours.flags == theirs.flags &&
                (ours.result >> 32 == theirs.result >> 32 ||
                 (is_double ? which == FPU_CONVERT : which != FPU_CONVERT)))
                ;
            else if (wrong++ < 5)
                printf("operation %d double %d mode %u: %llx, not %llx\n", operation, is_double,
                       (unsigned)mode, (unsigned long long)theirs.result,
                       (unsigned long long)ours.result);
            least = took < least ? took : least;
            most = took > most ? took : most;
        }
        printf("%d %u %u\n", operation, (unsigned)least, (unsigned)most);
    }
    printf("%d wrong\n", wrong);
    return 0;
}
