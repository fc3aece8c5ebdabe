#include "mpi/info/info.h"

#include <stdlib.h>
#include <string.h>

struct oc_info *oc_info_new(void) {
    return calloc(1, sizeof(struct oc_info));
}

void oc_info_free(struct oc_info *info) {
    for (struct oc_pair *pair = info->pairs, *next; pair; pair = next) {
        next = pair->next;
        free(pair);
    }
    free(info);
}

struct oc_pair **oc_info_at(struct oc_info *info, const char *key) {
    struct oc_pair **at = &info->pairs;
    while (*at && strcmp((*at)->key, key) != 0)
        at = &(*at)->next;
    return at;
}

bool oc_info_put(struct oc_pair **at, const char *key, const char *value) {
    const char *end = memchr(value, '\0', MPI_MAX_INFO_VAL);
    size_t length = end ? (size_t)(end - value) : MPI_MAX_INFO_VAL, key_bytes = strlen(key) + 1;
    struct oc_pair *pair = malloc(sizeof *pair + key_bytes + length + 1), *old = *at;
    if (!pair)
        return false;
    pair->next = old ? old->next : NULL;
    memcpy(pair->key, key, key_bytes);
    pair->value = memcpy(pair->key + key_bytes, value, length);
    pair->key[key_bytes + length] = '\0';
    *at = pair;
    free(old);
    return true;
}

bool oc_info_set(struct oc_info *info, const char *key, const char *value) {
    return oc_info_put(oc_info_at(info, key), key, value);
}

bool oc_info_copy(struct oc_info *to, const struct oc_info *from, bool (*wanted)(const char *key)) {
    for (const struct oc_pair *pair = from->pairs; pair; pair = pair->next)
        if ((!wanted || wanted(pair->key)) && !oc_info_set(to, pair->key, pair->value))
            return false;
    return true;
}

void oc_info_delete(struct oc_pair **at) {
    struct oc_pair *pair = *at;
    *at = pair->next;
    free(pair);
}
