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

/* Matches a string against a pattern. `begins` says whether `text` is the beginning of the string
 * or of a part of its path. FNM_PERIOD then applies to a period at this position. */
static int match(const char *pattern, const char *text, int flags, bool begins) {
    for (;;) {
        char wanted = *pattern++;
        bool is_barred = (*text == '/' && flags & FNM_PATHNAME) ||
                         (*text == '.' && begins && flags & FNM_PERIOD);
        bool matches = *text && !is_barred;
        bool is_in_set = false;
        const char *behind;
        if (!wanted)
            return !*text || (*text == '/' && flags & FNM_LEADING_DIR) ? 0 : FNM_NOMATCH;
        if (wanted == '*') {
            if (*text == '.' && is_barred)
                return FNM_NOMATCH;
            while (*pattern == '*')
                pattern++;
            for (;; text++, begins = false) {
                if (!match(pattern, text, flags, begins))
                    return 0;
                if (!*text || (*text == '/' && flags & FNM_PATHNAME))
                    return FNM_NOMATCH;
            }
        }
        if (wanted == '[' && (behind = match_set(pattern, *text, flags, &is_in_set))) {
            matches = matches && is_in_set;
            pattern = behind;
        } else if (wanted != '?') {
            if (wanted == '\\' && !(flags & FNM_NOESCAPE) && !(wanted = *pattern++))
                return FNM_NOMATCH;
            matches = *text && folded(wanted, flags) == folded(*text, flags);
        }
        if (!matches)
            return FNM_NOMATCH;
        begins = *text == '/' && flags & FNM_PATHNAME;
        text++;
    }
}

int __oc_fnmatch(const char *pattern, const char *text, int flags) {
    return match(pattern, text, flags, true);
}
ALSO_NAMED(fnmatch);
