/* What a variable of the environment says, word by word. */
#ifndef OMP_SETTINGS_PARSE_H
#define OMP_SETTINGS_PARSE_H

#include <stdbool.h>

const char *oc_skip_blanks(const char *text);

/* Skips one of several words, in small letters with a | between them, and the blanks after it;
 * gives which it was, from 0 on, or -1. */
int oc_takes_one(const char **text, const char *words);
/* Skips a number of at least 1, and the blanks after it; gives the number, or 0 for none. */
int oc_takes_number(const char **text);

#endif
