/* Prints sentences for the user on stderr, one per line, without linking printf(). */
#ifndef OMP_TEAM_MESSAGE_H
#define OMP_TEAM_MESSAGE_H

#include <stddef.h>

void oc_message(const char *what, const char *sentence);
void oc_message_text(const char *what, const char *text, size_t bytes);
/* A non-negative number in decimal. */
#define OC_DIGITS 12
const char *oc_digits(char room[OC_DIGITS], int number);
void oc_message_number(const char *sentence, int number);
/* Reports that a region gets fewer threads than it asks for; the line ends with the reason. */
void oc_message_threads(const char *region, int asked, int given, const char *reason);
/* Reports that a variable of the environment has an invalid value. */
void oc_message_not(const char *name, const char *values);

#endif
