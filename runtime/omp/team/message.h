/* Sentences for the user, on stderr, a line each; without what printf() would link. */
#ifndef OMP_TEAM_MESSAGE_H
#define OMP_TEAM_MESSAGE_H

void oc_message(const char *what, const char *sentence);
void oc_message_number(const char *sentence, int number);

#endif
