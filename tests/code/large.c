/* More code than a tile of 256 kB holds: a thousand functions of 400 bytes, each of which adds 1 to
 * its argument a hundred times. */
#include <stdio.h>

#define FUNCTION(n)                                                                                \
    __attribute__((noinline)) static unsigned f##n(unsigned x) {                                   \
        __asm__(".option push\n.option norvc\n.rept 100\naddi %0, %0, 1\n.endr\n.option pop"       \
                : "+r"(x));                                                                        \
        return x + n;                                                                              \
    }
/* A macro does not expand within itself, so each digit has its own. */
#define ONES(do, n)                                                                                \
    do                                                                                             \
    (n##0) do(n##1) do(n##2) do(n##3) do(n##4) do(n##5) do(n##6) do(n##7) do(n##8) do(n##9)
#define TENS(do, n)                                                                                \
    do                                                                                             \
    (n##0) do(n##1) do(n##2) do(n##3) do(n##4) do(n##5) do(n##6) do(n##7) do(n##8) do(n##9)
#define HUNDREDS(do, n)                                                                            \
    do                                                                                             \
    (n##0) do(n##1) do(n##2) do(n##3) do(n##4) do(n##5) do(n##6) do(n##7) do(n##8) do(n##9)
#define TEN_FUNCTIONS(n) ONES(FUNCTION, n)
#define HUNDRED_FUNCTIONS(n) TENS(TEN_FUNCTIONS, n)
#define NAME(n) f##n,
#define TEN_NAMES(n) ONES(NAME, n)
#define HUNDRED_NAMES(n) TENS(TEN_NAMES, n)

HUNDREDS(HUNDRED_FUNCTIONS, 1)

static unsigned (*const functions[])(unsigned) = {HUNDREDS(HUNDRED_NAMES, 1)};

int main(void) {
    unsigned sum = 0;
    for (int round = 0; round < 2; round++)
        for (unsigned i = 0; i < 1000; i++)
            sum = functions[i](sum);
    printf("%u\n", sum);
}
