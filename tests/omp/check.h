/* What the tests of OpenMP share: a line for each thing that is wrong. */
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
