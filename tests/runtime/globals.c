/* Globals are private to a process: no other process sees its changes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS 1000

int initialized = 7;
int zero;
static int numbers[NUMBERS];
static const char *text = "initial";
static char buffer[32] = "buffer";
static double real = 2.5;
static int *pointer = &initialized;
const int constant = 11;

static int counter(void) {
    static int calls = 100;
    return ++calls;
}

int main(void) {
    printf("%d %d %d %s %s %g %d %d\n", initialized, zero, numbers[NUMBERS - 1], text, buffer, real,
           *pointer, constant);
    for (int round = 1; round <= 50; round++) {
        for (int i = 0; i < NUMBERS; i++)
            numbers[i] += i * round;
        initialized++;
        zero += *pointer;
        real *= 1.0625;
        counter();
    }
    pointer = &zero;
    text = "changed";
    strcat(buffer, " longer");
    long sum = 0;
    for (int i = 0; i < NUMBERS; i++)
        sum += numbers[i];
    printf("%d %d %ld %s %s %.17g %d %d\n", initialized, zero, sum, text, buffer, real, *pointer,
           counter());
    return 0;
}
