/* The conversions of scanf(), from musl's vfscanf.c (COPYRIGHT). */
#include "libc/scan/format.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "libc/scan/floating.h"
#include "libc/scan/integer.h"

enum size { SIZE_CHAR = -2, SIZE_SHORT, SIZE_NONE, SIZE_LONG, SIZE_LONG_DOUBLE, SIZE_LONG_LONG };

enum outcome { MATCHED, NOT_MATCHED, NO_INPUT };

struct conversion {
    void *to;       /* null: the value is dropped */
    unsigned width; /* 0: no limit */
    bool allocates; /* allocates memory for the text */
    enum size size;
    char letter;
    bool members[256]; /* for %[, %s and %c: which characters match */
};

static void store_integer(void *to, enum size size, unsigned long long value) {
    if (!to)
        return;
    switch (size) {
    case SIZE_CHAR:
        *(unsigned char *)to = (unsigned char)value;
        break;
    case SIZE_SHORT:
        *(unsigned short *)to = (unsigned short)value;
        break;
    case SIZE_NONE:
        *(unsigned *)to = (unsigned)value;
        break;
    case SIZE_LONG:
        *(unsigned long *)to = (unsigned long)value;
        break;
    default:
        *(unsigned long long *)to = value;
    }
}

/* Returns argument `number`, counted from 1. */
static void *numbered(va_list arguments, unsigned number) {
    va_list copy;
    void *argument;
    va_copy(copy, arguments);
    do
        argument = va_arg(copy, void *);
    while (--number);
    va_end(copy);
    return argument;
}

static unsigned read_number(const char **format) {
    unsigned number = 0;
    for (; isdigit((unsigned char)**format); ++*format)
        number = number * 10 + (unsigned)(**format - '0');
    return number;
}

/* Reads the set after the bracket of %[; returns the position of the closing bracket, or null. */
static const char *read_set(const char *at, bool members[256]) {
    bool inverted = *at == '^';
    at += inverted;
    memset(members, inverted, 256);
    const char *first = at;
    for (; *at != ']' || at == first; at++) {
        if (!*at)
            return NULL;
        unsigned char from = (unsigned char)*at, to = from;
        if (at[1] == '-' && at[2] && at[2] != ']') {
            at += 2;
            to = (unsigned char)*at;
        }
        members[from] = members[to] = !inverted;
        for (unsigned c = from; c < to; c++)
            members[c] = !inverted;
    }
    return at;
}

/* Reads a conversion specification without its argument. Returns the position after the
 * specification, or null if it is invalid. */
static const char *read_conversion(const char *at, struct conversion *conversion) {
    conversion->width = read_number(&at);
    conversion->allocates = *at == 'm';
    at += conversion->allocates;
    conversion->size = SIZE_NONE;
    switch (*at++) {
    case 'h':
        conversion->size = *at == 'h' ? SIZE_CHAR : SIZE_SHORT;
        at += conversion->size == SIZE_CHAR;
        break;
    case 'l':
        conversion->size = *at == 'l' ? SIZE_LONG_LONG : SIZE_LONG;
        at += conversion->size == SIZE_LONG_LONG;
        break;
    case 'j':
        conversion->size = SIZE_LONG_LONG;
        break;
    case 'z':
    case 't':
        conversion->size = SIZE_LONG;
        break;
    case 'L':
        conversion->size = SIZE_LONG_DOUBLE;
        break;
    default:
        at--;
    }
    conversion->letter = *at;
    if (*at == 'C' || *at == 'S') {
        conversion->letter = (char)(*at | 32);
        conversion->size = SIZE_LONG;
    }
    bool *members = conversion->members;
    switch (conversion->letter) {
    case 'c':
        memset(members, true, 256);
        if (!conversion->width)
            conversion->width = 1;
        break;
    case 's':
        for (int c = 0; c < 256; c++)
            members[c] = !isspace(c);
        break;
    case '[':
        at = read_set(at + 1, members);
        break;
    default:
        if (!*at || !strchr("diouxXpnaAeEfFgG", *at))
            return NULL;
    }
    return at ? at + 1 : NULL;
}

/* Makes room for one more unit in a block that the program will free; true if there is room. */
static bool grow(void **text, size_t *room, size_t used, size_t unit) {
    if (used < *room)
        return true;
    size_t more = *room ? 2 * *room : 32;
    void *larger = (realloc)(*text, more * unit);
    if (!larger)
        return false;
    *text = larger;
    *room = more;
    return true;
}

/* Reads %c, %s and %[. */
static enum outcome read_text(struct scan_input *input, const struct conversion *conversion) {
    const bool wide = conversion->size == SIZE_LONG, ends = conversion->letter != 'c';
    const size_t unit = wide ? sizeof(wchar_t) : 1;
    void *text = conversion->allocates ? NULL : conversion->to;
    size_t room = 0, used = 0;
    mbstate_t state = {0};
    enum outcome outcome = NOT_MATCHED;
    bool stores = conversion->to, allocates = conversion->allocates && stores;
    int c;
    while ((c = __oc_scan_get(input)) != EOF && conversion->members[c]) {
        wchar_t decoded = c;
        if (wide) {
            char byte = (char)c;
            size_t taken = mbrtowc(&decoded, &byte, 1, &state);
            if (taken == (size_t)-2)
                continue;
            outcome = NO_INPUT;
            if (taken == (size_t)-1)
                goto fail;
        }
        if (!stores)
            continue;
        outcome = NO_INPUT;
        if (allocates && !grow(&text, &room, used, unit))
            goto fail;
        if (wide)
            ((wchar_t *)text)[used++] = decoded;
        else
            ((char *)text)[used++] = (char)c;
    }
    __oc_scan_unget(input);
    outcome = NO_INPUT;
    if (!mbsinit(&state))
        goto fail;
    outcome = NOT_MATCHED;
    if (!input->count || (!ends && input->count != conversion->width))
        goto fail;
    outcome = NO_INPUT;
    if (stores && ends) {
        if (allocates && !grow(&text, &room, used, unit))
            goto fail;
        if (wide)
            ((wchar_t *)text)[used] = L'\0';
        else
            ((char *)text)[used] = '\0';
    }
    if (allocates)
        *(void **)conversion->to = text;
    return MATCHED;
fail:
    if (allocates)
        (free)(text);
    return outcome;
}

static enum outcome read_floating(struct scan_input *input, const struct conversion *conversion) {
    const struct scan_format *format = &__oc_scan_float;
    size_t bytes = sizeof(float);
    if (conversion->size == SIZE_LONG) {
        format = &__oc_scan_double;
        bytes = sizeof(double);
    } else if (conversion->size == SIZE_LONG_DOUBLE) {
        format = &__oc_scan_long_double;
        bytes = sizeof(long double);
    }
    struct scan_wide bits = __oc_scan_floating(input, format, false);
    if (!input->count)
        return NOT_MATCHED;
    uint64_t low_first[] = {bits.low, bits.high};
    if (conversion->to)
        memcpy(conversion->to, low_first, bytes);
    return MATCHED;
}

/* Reads the text that printf() prints for a null pointer. Returns NOT_MATCHED if the input differs
 * from this text. The function then gives back only the last character; so if the first character
 * differs, it has taken none. */
static enum outcome read_null(struct scan_input *input) {
    const char *text = "(nil)";
    while (*text && tolower(__oc_scan_get(input)) == *text)
        text++;
    if (!*text)
        return MATCHED;
    __oc_scan_unget(input);
    return NOT_MATCHED;
}

static enum outcome read_integer(struct scan_input *input, const struct conversion *conversion) {
    unsigned base = 16;
    enum size size = conversion->size;
    switch (conversion->letter) {
    case 'p':
        size = SIZE_LONG;
        if (read_null(input) == MATCHED) {
            store_integer(conversion->to, size, 0);
            return MATCHED;
        }
        if (input->count)
            return NOT_MATCHED;
        break;
    case 'o':
        base = 8;
        break;
    case 'd':
    case 'u':
        base = 10;
        break;
    case 'i':
        base = 0;
        break;
    }
    unsigned long long value = __oc_scan_integer(input, base);
    if (!input->count)
        return NOT_MATCHED;
    store_integer(conversion->to, size, value);
    return MATCHED;
}

static void skip_spaces(struct scan_input *input) {
    __oc_scan_limit(input, 0);
    while (isspace(__oc_scan_get(input)))
        ;
    __oc_scan_unget(input);
}

/* Reads a character that the format contains literally. */
static enum outcome read_literal(struct scan_input *input, char expected) {
    __oc_scan_limit(input, 0);
    int c = __oc_scan_get(input);
    if (c == (unsigned char)expected)
        return MATCHED;
    __oc_scan_unget(input);
    return c == EOF ? NO_INPUT : NOT_MATCHED;
}

static enum outcome read_item(struct scan_input *input, const struct conversion *conversion) {
    __oc_scan_limit(input, conversion->width);
    /* As in glibc, a failed conversion leaves a null pointer for the program to free. */
    if (conversion->allocates && conversion->to)
        *(void **)conversion->to = NULL;
    if (__oc_scan_get(input) == EOF)
        return NO_INPUT;
    __oc_scan_unget(input);
    if (strchr("cs[", conversion->letter))
        return read_text(input, conversion);
    if (strchr("diouxXp", conversion->letter))
        return read_integer(input, conversion);
    return read_floating(input, conversion);
}

int __oc_scan_format(struct scan_input *input, const char *format, va_list arguments) {
    struct conversion conversion;
    size_t taken = 0;
    int stored = 0;
    enum outcome outcome = MATCHED;
    while (*format && outcome == MATCHED) {
        if (isspace((unsigned char)*format)) {
            format++;
            skip_spaces(input);
        } else if (*format != '%') {
            outcome = read_literal(input, *format++);
        } else if (format[1] == '%') {
            skip_spaces(input);
            taken += input->count;
            outcome = read_literal(input, '%');
            format += 2;
        } else {
            format++;
            const char *digits = format;
            unsigned number = read_number(&digits);
            if (*format == '*') {
                conversion.to = NULL;
                format++;
            } else if (number && *digits == '$') {
                conversion.to = numbered(arguments, number);
                format = digits + 1;
            } else {
                conversion.to = va_arg(arguments, void *);
            }
            format = read_conversion(format, &conversion);
            if (!format)
                return stored ? stored : EOF;
            if (conversion.letter == 'n') {
                store_integer(conversion.to, conversion.size, taken);
                continue;
            }
            if (!strchr("c[", conversion.letter)) {
                skip_spaces(input);
                taken += input->count;
            }
            outcome = read_item(input, &conversion);
            stored += outcome == MATCHED && conversion.to;
        }
        taken += input->count;
    }
    return outcome == NO_INPUT && !stored ? EOF : stored;
}
