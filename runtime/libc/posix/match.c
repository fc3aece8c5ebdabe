/* fnmatch() with classes of characters ([[:digit:]]), which picolibc's version lacks. */
#include <ctype.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <string.h>
#include <wctype.h>

#include "libc/names/weak.h"

static int folded(char letter, int flags) {
    return flags & FNM_CASEFOLD ? tolower((unsigned char)letter) : (unsigned char)letter;
}

/* Whether `letter` is in the class whose name begins at `name`; sets `end` to the position after
 * the ":]" of the class. */
static bool is_of_class(const char *name, char letter, const char **end) {
    char text[12] = "";
    size_t length = strcspn(name, ":");
    if (name[length] != ':' || name[length + 1] != ']' || length >= sizeof text)
        return false;
    *end = name + length + 2;
    memcpy(text, name, length);
    return iswctype((wint_t)(unsigned char)letter, wctype(text));
}

/* Matches `letter` against the set after a '['. Returns the position after the ']', or null if
 * there is none. */
static const char *match_set(const char *set, char letter, int flags, bool *matches) {
    bool excludes = *set == '!' || *set == '^', found = false;
    set += excludes;
    for (const char *first = set; *set != ']' || set == first;) {
        const char *end = set;
        if (!*set)
            return NULL;
        if (*set == '[' && set[1] == ':') {
            found |= is_of_class(set + 2, letter, &end);
            if (end > set) {
                set = end;
                continue;
            }
        }
        if (*set == '\\' && !(flags & FNM_NOESCAPE) && set[1])
            set++;
        char least = *set++, most = least;
        if (*set == '-' && set[1] && set[1] != ']') {
            set++;
            if (*set == '\\' && !(flags & FNM_NOESCAPE) && set[1])
                set++;
            most = *set++;
        }
        int value = folded(letter, flags);
        found |= value >= folded(least, flags) && value <= folded(most, flags);
    }
    *matches = found != excludes;
    return set + 1;
}

int __oc_fnmatch(const char *pattern, const char *text, int flags) {
    /* Whether `text` is the beginning of the string or of a part of its path. FNM_PERIOD then
     * applies to a period at this position. */
    bool begins = true;
    /* The pattern after the last '*', and the text that this '*' leaves to it. Where they differ,
     * the '*' takes one more character; earlier ones need not, because whatever they could take
     * leaves the last one fewer choices. */
    const char *rest = NULL, *left = NULL;
    for (;;) {
        char wanted = *pattern++;
        bool is_barred = (*text == '/' && flags & FNM_PATHNAME) ||
                         (*text == '.' && begins && flags & FNM_PERIOD);
        bool matches = *text && !is_barred;
        bool is_in_set = false;
        const char *behind;
        if (wanted == '*' && !(*text == '.' && is_barred)) {
            while (*pattern == '*')
                pattern++;
            rest = pattern;
            left = text;
            continue;
        }
        if (!wanted || wanted == '*') {
            if (!wanted && (!*text || (*text == '/' && flags & FNM_LEADING_DIR)))
                return 0;
            matches = false;
        } else if (wanted == '[' && (behind = match_set(pattern, *text, flags, &is_in_set))) {
            matches = matches && is_in_set;
            pattern = behind;
        } else if (wanted != '?') {
            if (wanted == '\\' && !(flags & FNM_NOESCAPE) && !(wanted = *pattern++))
                return FNM_NOMATCH;
            matches = *text && folded(wanted, flags) == folded(*text, flags);
        }
        if (matches) {
            begins = *text == '/' && flags & FNM_PATHNAME;
            text++;
            continue;
        }
        if (!rest || !*left || (*left == '/' && flags & FNM_PATHNAME))
            return FNM_NOMATCH;
        pattern = rest;
        text = ++left;
        begins = false;
    }
}
ALSO_NAMED(fnmatch);
