/* The name of a core. The number is written without printf(), because otherwise every program that
 * calls hal_name() would link printf(), and without a division for each digit. */
#include <string.h>

#include "hal/chip/inline/registers.h"
#include "hal/hal.h"

#define MOST_DIGITS 5 /* no core has a number of more digits */
#define LONGEST                                                                                    \
    (sizeof "mesh"                                                                                 \
            "x"                                                                                    \
            " tile "                                                                               \
            " core " +                                                                             \
     4 * MOST_DIGITS)

static __attribute__((noinline)) char *put_digits(char *at, uint32_t number) {
    static const uint16_t powers[MOST_DIGITS] = {1, 10, 100, 1000, 10000};
    int digits = 1;
    while (digits < MOST_DIGITS && number >= powers[digits])
        digits++;
    while (digits--) {
        char digit = '0';
        for (; number >= powers[digits]; number -= powers[digits])
            digit++;
        *at++ = digit;
    }
    return at;
}

/* Writes a number, and returns the address after it. Most chips are small, so most numbers have one
 * digit. */
static inline char *put_number(char *at, uint32_t number) {
    if (number >= 10)
        return put_digits(at, number);
    *at = (char)('0' + number);
    return at + 1;
}

/* Appends a text of a known length, by a store for each character. */
static inline char *put_text(char *at, const char *text, size_t length) {
#pragma GCC unroll 8
    for (size_t i = 0; i < length; i++)
        at[i] = text[i];
    return at + length;
}

#define PUT(at, text) ((at) = put_text(at, text, sizeof text - 1))

static size_t write_whole(char *name) {
    char *at = name;
    uint32_t columns = register_read(REGISTER_COLUMNS);
    if (columns) {
        PUT(at, "mesh");
        at = put_number(at, columns);
        *at++ = 'x';
        at = put_number(at, register_read(REGISTER_TILES) / columns);
    } else {
        PUT(at, "drawn");
    }
    PUT(at, " tile ");
    at = put_number(at, register_read(REGISTER_TILE));
    PUT(at, " core ");
    at = put_number(at, register_read(REGISTER_TILE_CORE));
    *at = '\0';
    return (size_t)(at - name);
}

size_t hal_name(char *name, size_t bytes) {
    if (bytes >= LONGEST)
        return write_whole(name);
    char whole[LONGEST];
    size_t length = write_whole(whole);
    if (!bytes)
        return 0;
    if (length >= bytes)
        length = bytes - 1;
    memcpy(name, whole, length);
    name[length] = '\0';
    return length;
}
