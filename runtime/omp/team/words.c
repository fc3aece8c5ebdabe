#include "omp/team/words.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *oc_skip_blanks(const char *text) {
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

static bool takes(const char **text, const char *word, size_t length) {
    if (strncasecmp(*text, word, length) != 0 || isalpha((unsigned char)(*text)[length]))
        return false;
    *text = oc_skip_blanks(*text + length);
    return true;
}

bool oc_takes(const char **text, const char *word) {
    return takes(text, word, strlen(word));
}

int oc_takes_one(const char **text, const char *words) {
    for (int which = 0;; which++) {
        size_t length = strcspn(words, "|");
        if (takes(text, words, length))
            return which;
        if (!words[length])
            return -1;
        words += length + 1;
    }
}

int oc_takes_number(const char **text) {
    char *end;
    long value = strtol(*text, &end, 10);
    if (end == *text || value < 1 || value > INT_MAX)
        return 0;
    *text = oc_skip_blanks(end);
    return (int)value;
}
