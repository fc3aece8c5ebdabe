#include "mpi/attribute/keyval.h"

#include <stdlib.h>

/* The number of the first key value that the user makes. All predefined ones have lower numbers. */
#define FIRST_NUMBER 1024

static struct oc_keyval *keyvals;
static int next_number = FIRST_NUMBER;

struct oc_keyval *oc_keyval_new(enum oc_attributed kind, void *extra) {
    struct oc_keyval *keyval = calloc(1, sizeof *keyval);
    if (!keyval)
        return NULL;
    keyval->next = keyvals;
    keyval->number = next_number++;
    keyval->kind = kind;
    keyval->references = 1;
    keyval->extra = extra;
    return keyvals = keyval;
}

struct oc_keyval *oc_keyval_find(enum oc_attributed kind, int number) {
    struct oc_keyval *keyval = keyvals;
    while (keyval && (keyval->number != number || keyval->kind != kind))
        keyval = keyval->next;
    return keyval;
}

void oc_keyval_release(struct oc_keyval *keyval) {
    if (--keyval->references)
        return;
    struct oc_keyval **at = &keyvals;
    while (*at != keyval)
        at = &(*at)->next;
    *at = keyval->next;
    free(keyval);
}
