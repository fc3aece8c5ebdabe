/* Tables of mounted file systems. Nothing is mounted. */
#include <mntent.h>
#include <stddef.h>
#include <string.h>

#include "libc/names/weak.h"

WEAK FILE *setmntent(const char *path, const char *mode) {
    return fopen(path, mode);
}

WEAK struct mntent *getmntent(FILE *table) {
    (void)table;
    return NULL;
}

WEAK int endmntent(FILE *table) {
    fclose(table);
    return 1;
}

/* Finds an option in a list separated by commas. An option may have a value after an equals
 * sign. */
WEAK char *hasmntopt(const struct mntent *entry, const char *option) {
    const char *at = entry->mnt_opts;
    size_t length = strlen(option);
    while (strncmp(at, option, length) || !strchr(",=", at[length])) {
        at = strchr(at, ',');
        if (!at++)
            return NULL;
    }
    return (char *)at;
}
