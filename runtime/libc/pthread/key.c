/* Thread-specific values. */
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

#include "libc/names/weak.h"
#include "libc/pthread/names.h"

static unsigned taken; /* a bit for each key */
static void (*destructors[PTHREAD_KEYS_MAX])(void *);
/* For each number of a key: how often a key with this number has been deleted. A value that belongs
 * to a deleted key is ignored. */
static unsigned deleted[PTHREAD_KEYS_MAX];
static _Thread_local struct {
    const void *value;
    unsigned deleted;
} values[PTHREAD_KEYS_MAX];

int __oc_pthread_key_create(pthread_key_t *key, void (*destroy)(void *)) {
    for (unsigned i = 0; i < PTHREAD_KEYS_MAX; i++)
        if (!(__atomic_fetch_or(&taken, 1u << i, __ATOMIC_ACQ_REL) >> i & 1)) {
            destructors[i] = destroy;
            *key = i;
            return 0;
        }
    return EAGAIN;
}
ALSO_NAMED(pthread_key_create);

int __oc_pthread_key_delete(pthread_key_t key) {
    if (key >= PTHREAD_KEYS_MAX)
        return EINVAL;
    __atomic_fetch_add(&deleted[key], 1, __ATOMIC_RELEASE);
    __atomic_fetch_and(&taken, ~(1u << key), __ATOMIC_ACQ_REL);
    return 0;
}
ALSO_NAMED(pthread_key_delete);

void *__oc_pthread_getspecific(pthread_key_t key) {
    if (key >= PTHREAD_KEYS_MAX || values[key].deleted != deleted[key])
        return NULL;
    return (void *)values[key].value;
}
ALSO_NAMED(pthread_getspecific);

int __oc_pthread_setspecific(pthread_key_t key, const void *value) {
    if (key >= PTHREAD_KEYS_MAX)
        return EINVAL;
    values[key].value = value;
    values[key].deleted = deleted[key];
    return 0;
}
ALSO_NAMED(pthread_setspecific);

/* Called when a thread ends, but not by exit(). There are several rounds, because a destructor may
 * set values again. */
void __oc_pthread_destroy_values(void) {
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++)
        for (unsigned i = 0; i < PTHREAD_KEYS_MAX; i++) {
            void *value = __oc_pthread_getspecific(i);
            values[i].value = NULL;
            if (value && destructors[i])
                destructors[i](value);
        }
}
