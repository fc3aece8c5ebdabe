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

WEAK char *hasmntopt(const struct mntent *entry, const char *option) {
    return strstr(entry->mnt_opts, option);
}
