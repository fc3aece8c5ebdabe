/* The place in the middle works on words in a few lines of its memory. All other places constantly
 * store to these words and to the words after them. The place in the middle reports when it ended
 * and what it read. */
#include "program.h"

#include "random_numbers.h"

enum { ROUNDS = 2000, STORES = 300, HOT = 16, COLD = 64 };

int program(void) {
    state = seed * 2654435761u + process()->place * 40503u + 1;
    uint32_t words = place(MIDDLE)->shared;
    if (process()->place == MIDDLE) {
        for (uint32_t i = 0; i < ROUNDS; i++) {
            uint32_t word = words + 4 * ((sum >> 3 ^ i) & (HOT - 1));
            mix(WORD(word));
            if (i % 4 == 0)
                WORD(word) = sum;
        }
    } else {
        for (uint32_t i = 0; i < STORES; i++) {
            uint32_t word = next(8) ? HOT + next(COLD) : next(HOT);
            WORD(words + 4 * word) = i;
        }
        __asm__ volatile("fence" ::: "memory");
    }
    uint32_t end[2] = {sum, cycle()};
    tell(end, 2);
    return 0;
}
