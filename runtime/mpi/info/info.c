#include "mpi/info/info.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/core/text.h"

struct oc_info *oc_info_new(void) {
    return calloc(1, sizeof(struct oc_info));
}

static void free_pair(struct oc_pair *pair) {
    free(pair->value);
    free(pair);
}

void oc_info_free(struct oc_info *info) {
    for (struct oc_pair *pair = info->pairs, *next; pair; pair = next) {
        next = pair->next;
        free_pair(pair);
    }
    free(info);
}

struct oc_pair *oc_info_pair(const struct oc_info *info, const char *key) {
    struct oc_pair *pair = info->pairs;
    while (pair && strcmp(pair->key, key) != 0)
        pair = pair->next;
    return pair;
}

/* Appends a pair to the list. */
static bool append(struct oc_info *info, const char *key, char *value) {
    struct oc_pair *pair = malloc(sizeof *pair + strlen(key) + 1), **at = &info->pairs;
    if (!pair)
        return false;
    while (*at)
        at = &(*at)->next;
    pair->next = NULL;
    pair->value = value;
    strcpy(pair->key, key);
    *at = pair;
    return true;
}

bool oc_info_set(struct oc_info *info, const char *key, const char *value) {
    struct oc_pair *pair = oc_info_pair(info, key);
    char *copy = oc_copy_of_text(value, MPI_MAX_INFO_VAL);
    if (!copy)
        return false;
    if (pair) {
        free(pair->value);
        pair->value = copy;
    } else if (!append(info, key, copy)) {
        free(copy);
        return false;
    }
    return true;
}

bool oc_info_copy(struct oc_info *to, const struct oc_info *from, bool (*wanted)(const char *key)) {
    for (const struct oc_pair *pair = from->pairs; pair; pair = pair->next)
        if ((!wanted || wanted(pair->key)) && !oc_info_set(to, pair->key, pair->value))
            return false;
    return true;
}

void oc_info_delete(struct oc_info *info, struct oc_pair *pair) {
    struct oc_pair **at = &info->pairs;
    while (*at != pair)
        at = &(*at)->next;
    *at = pair->next;
    free_pair(pair);
}
