/* Sentences for the user, on stderr, a line each; without what printf() would link. */
#ifndef OMP_TEAM_MESSAGE_H
#define OMP_TEAM_MESSAGE_H

#include <stddef.h>

void oc_message(const char *what, const char *sentence);
void oc_message_text(const char *what, const char *text, size_t bytes);
/* A number of at least 0, in decimal. */
#define OC_DIGITS 12
const char *oc_digits(char room[OC_DIGITS], int number);
void oc_message_number(const char *sentence, int number);
/* A region gets fewer threads than it asks for; the reason ends the line. */
void oc_message_threads(const char *region, int asked, int given, const char *reason);
/* A variable of the environment has none of the values that it can have. */
void oc_message_not(const char *name, const char *values);

#endif
