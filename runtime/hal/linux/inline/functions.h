/* Functions of hal.h that take only a few instructions. */
#ifndef HAL_LINUX_INLINE_FUNCTIONS_H
#define HAL_LINUX_INLINE_FUNCTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* These functions dequeue from a queue or take a mutex, and note the caller's return address. If
 * the queue or mutex serves as a lock, reports name the line at which its holder took it. */
uint32_t hal_dequeue_word_at(hal_address queue, const void *taken_at);
bool hal_try_dequeue_at(hal_address queue, void *element, size_t bytes, const void *taken_at);
#define hal_dequeue_word(queue) hal_dequeue_word_at(queue, __builtin_return_address(0))
#define hal_try_dequeue(queue, element, bytes)                                                     \
    hal_try_dequeue_at(queue, element, bytes, __builtin_return_address(0))

uint32_t hal_number_of_device(hal_address device);
hal_address hal_device_with_number(uint32_t number);

bool hal_mutex_try_at(hal_address mutex, const void *taken_at);
bool hal_mutex_ask_at(hal_address mutex, const void *taken_at);
#define hal_mutex_try(mutex) hal_mutex_try_at(mutex, __builtin_return_address(0))
#define hal_mutex_ask(mutex) hal_mutex_ask_at(mutex, __builtin_return_address(0))

#endif
