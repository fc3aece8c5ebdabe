/* Counts the cycles of code in three cases: its lines are missing in the code cache, they are
 * present, and after fence.i. */
#include <stdint.h>
#include <stdio.h>

static uint32_t cycles(void) {
    uint32_t value;
    __asm__ volatile("rdcycle %0" : "=r"(value));
    return value;
}

__attribute__((noinline, aligned(128))) static uint32_t loop(void) {
    uint32_t before = cycles();
    __asm__ volatile(".rept 64\nadd zero, zero, zero\n.endr");
    return cycles() - before;
}

int main(void) {
    uint32_t cold = loop(), warm = loop();
    __asm__ volatile("fence.i");
    uint32_t dropped = loop();
    printf("%u %u %u\n", (unsigned)cold, (unsigned)warm, (unsigned)dropped);
}
