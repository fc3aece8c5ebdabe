/* Runs a kernel as a program: the command line has the number of repetitions, and the result goes
   to standard output. */
#include "kernel.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s REPETITIONS\n", argv[0]);
        return 2;
    }
    printf("%u\n", kernel((unsigned)strtoul(argv[1], NULL, 10)));
    return 0;
}
