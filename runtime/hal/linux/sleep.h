/* Sleeping on a word of the shared file (futex(2)), so that the launcher knows of it: a job of
 * which everybody sleeps, unwoken, is stuck. */
#ifndef HAL_LINUX_SLEEP_H
#define HAL_LINUX_SLEEP_H

#include <stdatomic.h>
#include <stdint.h>

/* Sleeps while `word` has `value`, until somebody wakes it. May return early. */
void hal_sleep_while(_Atomic uint32_t *word, uint32_t value);

/* Sleeps until `flag`, which is of this process, is not 0. The setter calls hal_notify()
 * afterwards. */
void hal_sleep_until_set(_Atomic uint32_t *flag);

/* Wakes one sleeper in hal_sleep_while() on the word. */
void hal_wake_one(_Atomic uint32_t *word);

#endif
