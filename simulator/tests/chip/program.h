/* The common part of the test programs of this folder: start-up and registers, without any library.
 *
 * A program defines `int program(void)`, which returns the exit code. */
#include "../../../runtime/hal/chip/inline/registers.h"
#include "../../../runtime/hal/record/job.h"

#define WORD(address) (*(volatile uint32_t *)(address))
#define REGISTER(name) WORD(REGISTERS + REGISTER_##name)
#define DMA(number, name)                                                                          \
    WORD(REGISTERS + REGISTER_DMA + REGISTER_DMA_STRIDE * (number) + REGISTER_DMA_##name)

static inline uint32_t cycle(void) {
    uint32_t value;
    __asm__ volatile("rdcycle %0" : "=r"(value)::"memory");
    return value;
}

static inline const struct hal_process *process(void) {
    return (const struct hal_process *)REGISTER(PROCESS);
}

static inline const struct hal_job *job(void) {
    return (const struct hal_job *)process()->job;
}

static inline const struct hal_place *place(uint32_t number) {
    return (const struct hal_place *)job()->table + number;
}

static inline void host(uint32_t call, uint32_t a0, uint32_t a1, uint32_t a2) {
    REGISTER(HOST_A0) = a0;
    REGISTER(HOST_A1) = a1;
    REGISTER(HOST_A2) = a2;
    /* The host reads memory without the compiler's knowledge, so the compiler must not delay
     * stores. */
    __asm__ volatile("" ::: "memory");
    REGISTER(HOST_CALL) = call;
}

/* Prints words for the test to read, eight hexadecimal digits each. */
static inline void tell(const uint32_t *words, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        char text[9];
        for (int digit = 0; digit < 8; digit++) {
            text[digit] = "0123456789abcdef"[words[i] >> (28 - 4 * digit) & 15];
        }
        text[8] = '\n';
        host(HOST_WRITE, 1, (uint32_t)text, 9);
    }
}

int program(void);

__attribute__((naked, section(".text.start"))) void _start(void) {
    __asm__ volatile("li t0, 0x20000020\n"
                     "lw t0, 0(t0)\n"
                     "lw sp, 20(t0)\n"
                     "call program\n"
                     "li t0, 0x20000200\n"
                     "sw a0, 0(t0)\n"
                     "li t1, 1\n"
                     "sw t1, 16(t0)\n"
                     "1: j 1b\n");
}
