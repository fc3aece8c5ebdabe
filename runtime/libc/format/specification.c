#include "libc/format/specification.h"

#include <limits.h>

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Reads a decimal number; it is 0 if there are no digits. Returns false if it exceeds an int. */
static bool read_number(const char **at, int *number) {
    *number = 0;
    for (; is_digit(**at); ++*at) {
        int digit = **at - '0';
        if (*number > (INT_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return true;
}

/* Reads "n$". If the text is anything else, it reads nothing and selects the next argument. */
static bool read_argument(const char **at, int *argument) {
    const char *after = *at;
    *argument = ARGUMENT_NEXT;
    if (*after < '1' || *after > '9')
        return true;
    if (!read_number(&after, argument))
        return false;
    if (*after == '$')
        *at = after + 1;
    else
        *argument = ARGUMENT_NEXT;
    return true;
}

/* Reads a width or precision: a number, or * and the number of its argument. */
static bool read_size(const char **at, int *number, int *argument) {
    *argument = ARGUMENT_NONE;
    if (**at != '*')
        return read_number(at, number);
    ++*at;
    *number = 0;
    return read_argument(at, argument);
}

static void read_flags(const char **at, struct specification *specification) {
    for (;; ++*at) {
        switch (**at) {
        case '-':
            specification->left = true;
            break;
        case '+':
            specification->plus = true;
            break;
        case ' ':
            specification->space = true;
            break;
        case '#':
            specification->alternate = true;
            break;
        case '0':
            specification->zero = true;
            break;
        case '\'': /* groups of thousands do not exist in the "C" locale */
            break;
        default:
            return;
        }
    }
}

static enum length read_length(const char **at) {
    char first = *(*at)++;
    switch (first) {
    case 'h':
        if (**at != 'h')
            return LENGTH_SHORT;
        ++*at;
        return LENGTH_CHAR;
    case 'l':
        if (**at != 'l')
            return LENGTH_LONG;
        ++*at;
        return LENGTH_LONG_LONG;
    case 'q':
        return LENGTH_LONG_LONG;
    case 'j':
        return LENGTH_INTMAX;
    case 'z':
    case 'Z': /* glibc's older name */
        return LENGTH_SIZE;
    case 't':
        return LENGTH_PTRDIFF;
    case 'L':
        return LENGTH_LONG_DOUBLE;
    default:
        --*at;
        return LENGTH_NONE;
    }
}

const char *__oc_specification_read(struct specification *specification, const char *format) {
    *specification = (struct specification){.precision = -1, .precision_argument = ARGUMENT_NONE};
    const char *at = format;
    if (!read_argument(&at, &specification->argument))
        return 0;
    read_flags(&at, specification);
    if (!read_size(&at, &specification->width, &specification->width_argument))
        return 0;
    if (*at == '.') {
        at++;
        if (*at == '-') { /* a negative precision is ignored */
            int ignored;
            at++;
            if (!read_number(&at, &ignored))
                return 0;
        } else if (!read_size(&at, &specification->precision, &specification->precision_argument)) {
            return 0;
        }
    }
    specification->length = read_length(&at);
    specification->conversion = *at;
    if (*at == 'C' || *at == 'S') { /* POSIX: as lc and ls */
        specification->length = LENGTH_LONG;
        specification->conversion = *at == 'C' ? 'c' : 's';
    }
    return *at ? at + 1 : at;
}
