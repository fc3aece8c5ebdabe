/* Parses words and numbers by itself, because the C library's parsers would make every program
 * larger. */
#include "omp/settings/parse.h"

#include <limits.h>
#include <stddef.h>

static bool is_letter(char what) {
    return (unsigned)(what | 0x20) - 'a' < 26;
}

static char lower(char what) {
    return is_letter(what) ? what | 0x20 : what;
}

const char *oc_skip_blanks(const char *text) {
    while (*text == ' ' || (*text >= '\t' && *text <= '\r'))
        text++;
    return text;
}

int oc_takes_one(const char **text, const char *words) {
    for (int which = 0;; which++) {
        const char *at = *text;
        while (*words && *words != '|' && lower(*at) == *words)
            at++, words++;
        if ((!*words || *words == '|') && !is_letter(*at)) {
            *text = oc_skip_blanks(at);
            return which;
        }
        while (*words && *words != '|')
            words++;
        if (!*words++)
            return -1;
    }
}

int oc_takes_number(const char **text) {
    int value = 0;
    const char *at = *text;
    for (; *at >= '0' && *at <= '9'; at++) {
        int digit = *at - '0';
        if (value > (INT_MAX - digit) / 10)
            return 0;
        value = value * 10 + digit;
    }
    if (value)
        *text = oc_skip_blanks(at);
    return value;
}
