/* setlocale() with the locales of a Debian system to which none have been added: "C", "POSIX" and
 * "C.UTF-8". "C.UTF-8" has UTF-8 as its encoding, and equals "C" in everything else; classes of
 * characters are those of ASCII. */
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "libc/format/format.h"
#include "libc/format/text.h"
#include "libc/wide/multibyte.h"

bool __oc_utf8;

enum { CATEGORIES = 12, NAME_BYTES = 12 };

/* The categories in glibc's order; the last ones exist for LC_ALL only. */
static const struct {
    const char *name;
    int category;
} categories[CATEGORIES] = {
    {"LC_CTYPE", LC_CTYPE},     {"LC_NUMERIC", LC_NUMERIC},   {"LC_TIME", LC_TIME},
    {"LC_COLLATE", LC_COLLATE}, {"LC_MONETARY", LC_MONETARY}, {"LC_MESSAGES", LC_MESSAGES},
    {"LC_PAPER", LC_ALL},       {"LC_NAME", LC_ALL},          {"LC_ADDRESS", LC_ALL},
    {"LC_TELEPHONE", LC_ALL},   {"LC_MEASUREMENT", LC_ALL},   {"LC_IDENTIFICATION", LC_ALL},
};

typedef char names[CATEGORIES][NAME_BYTES];

static names chosen = {"C", "C", "C", "C", "C", "C", "C", "C", "C", "C", "C", "C"};

/* Copies the name of a locale; returns false if there is no such locale. */
static bool take(char to[NAME_BYTES], const char *name, size_t bytes) {
    if ((bytes == 1 && *name == 'C') || (bytes == 5 && !memcmp(name, "POSIX", 5))) {
        strcpy(to, "C");
        return true;
    }
    bool is_utf8 = bytes > 2 && !memcmp(name, "C.", 2) &&
                   ((bytes == 7 && __oc_is_named(name + 2, "UTF-8", 5)) ||
                    (bytes == 6 && __oc_is_named(name + 2, "UTF8", 4)));
    if (is_utf8) {
        memcpy(to, name, bytes);
        to[bytes] = '\0';
    }
    return is_utf8;
}

/* The locale that the environment selects for a category. */
static const char *asked_for(const char *category) {
    const char *const variables[] = {"LC_ALL", category, "LANG"};
    for (size_t index = 0; index < 3; index++) {
        const char *value = getenv(variables[index]);
        if (value && *value)
            return value;
    }
    return "C";
}

/* Returns the name of the locale for a category, and what follows it, in a list such as
 * "LC_CTYPE=C.UTF-8;LC_TIME=C". Returns an empty text if the list does not contain the category. */
static const char *listed(const char *list, const char *category) {
    size_t bytes = strlen(category);
    for (; *list; list += strcspn(list, ";"), list += *list == ';')
        if (!strncmp(list, category, bytes) && list[bytes] == '=')
            return list + bytes + 1;
    return "";
}

/* The name of the locale, or a list if categories have different ones. */
static char *all(void) {
    static char list[CATEGORIES * (NAME_BYTES + 18)];
    char *at = list;
    bool equal = true;
    for (int index = 0; index < CATEGORIES; index++) {
        equal &= !strcmp(chosen[index], chosen[0]);
        at = strcpy(at, categories[index].name) + strlen(categories[index].name);
        *at++ = '=';
        at = strcpy(at, chosen[index]) + strlen(chosen[index]);
        *at++ = ';';
    }
    at[-1] = '\0';
    return equal ? chosen[0] : list;
}

/* <locale.h> calls setlocale() by this name, because the file that has setlocale() in picolibc also
 * has variables that other functions need. */
char *__oc_setlocale(int category, const char *name) {
    names next;
    int one = -1;
    memcpy(next, chosen, sizeof next);
    for (int index = 0; index < CATEGORIES; index++) {
        if (category != LC_ALL && category != categories[index].category)
            continue;
        one = index;
        if (!name)
            continue;
        const char *wanted = name;
        if (!*name)
            wanted = asked_for(categories[index].name);
        else if (category == LC_ALL && strchr(name, '='))
            wanted = listed(name, categories[index].name);
        if (!take(next[index], wanted, strcspn(wanted, ";")))
            return NULL;
    }
    if (one < 0)
        return NULL;
    memcpy(chosen, next, sizeof next);
    __oc_utf8 = chosen[0][1];
    return category == LC_ALL ? all() : chosen[one];
}

bool __oc_locale_text_print(struct output *output, const struct specification *specification,
                            const wchar_t *text) {
    bool counts_letters = output->sink->write == __oc_write_wide;
    char encoded[MB_LEN_MAX];
    size_t letters = 0, columns = 0;
    for (; text[letters]; letters++) {
        size_t bytes = wcrtomb(encoded, text[letters], &(mbstate_t){0});
        size_t more = counts_letters ? 1 : bytes;
        if (specification->precision >= 0 && columns + more > (size_t)specification->precision)
            break;
        if (bytes == (size_t)-1)
            return false;
        columns += more;
    }
    size_t after = __oc_output_open_field(output, specification, "", columns, false);
    for (size_t i = 0; i < letters; i++)
        __oc_output_write(output, encoded, wcrtomb(encoded, text[i], &(mbstate_t){0}));
    __oc_output_repeat(output, ' ', after);
    return true;
}
