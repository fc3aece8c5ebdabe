/* random_r() and related functions: additive generators whose states the program keeps. They return
 * glibc's numbers, and a state has one of glibc's five lengths. The first word of a state contains
 * its kind. If the program has switched to another state, the word also contains the position of
 * the next term. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "libc/names/weak.h"

enum { KINDS = 5 };
static const struct {
    unsigned short bytes;
    unsigned char terms, distance;
} kinds[KINDS] = {{8, 0, 0}, {32, 7, 3}, {64, 15, 1}, {128, 31, 3}, {256, 63, 1}};

static int refuse(void) {
    errno = EINVAL;
    return -1;
}

WEAK int random_r(struct random_data *data, int32_t *result) {
    if (!data || !result || !data->state)
        return refuse();
    if (!data->rand_type) {
        data->state[0] = (int32_t)(((uint32_t)data->state[0] * 1103515245u + 12345) & INT32_MAX);
        *result = data->state[0];
        return 0;
    }
    uint32_t sum = (uint32_t)*data->fptr + (uint32_t)*data->rptr;
    *data->fptr = (int32_t)sum;
    *result = (int32_t)(sum >> 1);
    if (++data->fptr == data->end_ptr)
        data->fptr = data->state;
    if (++data->rptr == data->end_ptr)
        data->rptr = data->state;
    return 0;
}

WEAK int srandom_r(unsigned seed, struct random_data *data) {
    if (!data || !data->state)
        return refuse();
    data->state[0] = (int32_t)(seed ? seed : 1);
    for (int i = 1; i < data->rand_deg; i++) {
        int32_t term = data->state[i - 1];
        term = 16807 * (term % 127773) - 2836 * (term / 127773);
        data->state[i] = term < 0 ? (int32_t)((uint32_t)term + INT32_MAX) : term;
    }
    data->fptr = data->state + data->rand_sep;
    data->rptr = data->state;
    int32_t dropped;
    for (int i = 0; i < 10 * data->rand_deg; i++)
        random_r(data, &dropped);
    return 0;
}

static void use(struct random_data *data, int32_t *words, int kind) {
    data->state = words + 1;
    data->rand_type = kind;
    data->rand_deg = kinds[kind].terms;
    data->rand_sep = kinds[kind].distance;
    data->end_ptr = data->state + data->rand_deg;
}

/* Stores the kind and the position of the state that is in use into the first word of this
 * state. */
static void leave(struct random_data *data) {
    if (data->state)
        data->state[-1] =
            data->rand_type ? KINDS * (data->rptr - data->state) + data->rand_type : 0;
}

WEAK int initstate_r(unsigned seed, char *state, size_t bytes, struct random_data *data) {
    if (!data || bytes < kinds[0].bytes)
        return refuse();
    leave(data);
    int kind = 0;
    while (kind + 1 < KINDS && bytes >= kinds[kind + 1].bytes)
        kind++;
    use(data, (int32_t *)(void *)state, kind);
    srandom_r(seed, data);
    data->state[-1] = kind ? KINDS * (data->rptr - data->state) + kind : 0;
    return 0;
}

WEAK int setstate_r(char *state, struct random_data *data) {
    int32_t *words = (int32_t *)(void *)state;
    if (!state || !data || words[0] < 0)
        return refuse();
    leave(data);
    int kind = words[0] % KINDS;
    use(data, words, kind);
    if (kind) {
        data->rptr = data->state + words[0] / KINDS;
        data->fptr = data->state + (words[0] / KINDS + data->rand_sep) % data->rand_deg;
    }
    return 0;
}
