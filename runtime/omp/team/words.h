/* What a variable of the environment says, word by word. */
#ifndef OMP_TEAM_WORDS_H
#define OMP_TEAM_WORDS_H

#include <stdbool.h>

const char *oc_skip_blanks(const char *text);

/* Skips a word and the blanks after it, and says whether it was there. */
bool oc_takes(const char **text, const char *word);
/* The same for one of several words, with a | between them; gives which, from 0 on, or -1. */
int oc_takes_one(const char **text, const char *words);
/* The same for a number of at least 1; gives 0 if there is none. */
int oc_takes_number(const char **text);

#endif
