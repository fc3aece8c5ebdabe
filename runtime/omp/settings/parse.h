/* Reads the value of an environment variable word by word. */
#ifndef OMP_SETTINGS_PARSE_H
#define OMP_SETTINGS_PARSE_H

#include <stdbool.h>

const char *oc_skip_blanks(const char *text);

/* Skips one of several words and the blanks after it. `words` lists these words in lower case,
 * separated by |. Returns the index of the word, or -1 if there is none. */
int oc_takes_one(const char **text, const char *words);
/* Skips a number of at least 1 and the blanks after it. Returns the number, or 0 if there is
 * none. */
int oc_takes_number(const char **text);

#endif
