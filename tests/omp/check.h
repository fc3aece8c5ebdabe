/* The common part of the OpenMP tests: prints a line for each error. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int wrong;

#define CHECK(what)                                                                                \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            wrong++;                                                                               \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #what);                              \
        }                                                                                          \
    } while (0)

#endif
