/* Sleeping on a word of the shared file by futex(2), in a way that the launcher can see: a job in
 * which every process sleeps and no wake is under way is deadlocked. */
#ifndef HAL_LINUX_SLEEP_H
#define HAL_LINUX_SLEEP_H

#include <stdatomic.h>
#include <stdint.h>

/* Sleeps while `word` has `value`, until another process wakes this process. May return early. */
void hal_sleep_while(_Atomic uint32_t *word, uint32_t value);

/* Sleeps until `flag`, a word of this process, is not 0. The thread that sets it must call
 * hal_notify() afterwards. */
void hal_sleep_until_set(_Atomic uint32_t *flag);

/* Wakes one process that sleeps in hal_sleep_while() on the word. */
void hal_wake_one(_Atomic uint32_t *word);

#endif
