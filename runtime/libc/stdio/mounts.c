/* Tables of mounted file systems. */
#include <mntent.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "libc/names/weak.h"

/* Characters that stand in a table as a backslash and three octal digits. */
#define ESCAPED " \t\n\\"

WEAK FILE *setmntent(const char *path, const char *mode) {
    return fopen(path, mode);
}

/* Replaces the octal numbers in a field by their characters. */
static void unescape(char *field) {
    char *to = field;
    for (const char *from = field; *from; to++) {
        if (from[0] == '\\' && strspn(from + 1, "01234567") >= 3) {
            *to = (char)((from[1] - '0') * 64 + (from[2] - '0') * 8 + (from[3] - '0'));
            from += 4;
        } else {
            *to = *from++;
        }
    }
    *to = '\0';
}

/* The next field of a line, or an empty one at its end. */
static char *next_field(char **at) {
    char *field = *at + strspn(*at, " \t");
    char *end = field + strcspn(field, " \t");
    *at = *end ? end + 1 : end;
    *end = '\0';
    unescape(field);
    return field;
}

struct mntent *__oc_getmntent_r(FILE *table, struct mntent *entry, char *text, int size);

struct mntent *__oc_getmntent_r(FILE *table, struct mntent *entry, char *text, int size) {
    char *at;
    do {
        if (!fgets(text, size, table))
            return NULL;
        at = strchr(text, '\n');
        if (at)
            *at = '\0';
        else /* drop the rest of the line */
            for (int c = 0; c != '\n' && c != EOF;)
                c = fgetc(table);
        at = text + strspn(text, " \t");
    } while (*at == '\0' || *at == '#');
    entry->mnt_fsname = next_field(&at);
    entry->mnt_dir = next_field(&at);
    entry->mnt_type = next_field(&at);
    entry->mnt_opts = next_field(&at);
    entry->mnt_freq = atoi(next_field(&at));
    entry->mnt_passno = atoi(next_field(&at));
    return entry;
}
ALSO_NAMED(getmntent_r);

WEAK struct mntent *getmntent(FILE *table) {
    static struct mntent entry;
    static char text[1024];
    return __oc_getmntent_r(table, &entry, text, sizeof text);
}

static void put_field(const char *field, FILE *table) {
    for (; *field; field++) {
        if (strchr(ESCAPED, *field))
            fprintf(table, "\\%03o", *field);
        else
            fputc(*field, table);
    }
    fputc(' ', table);
}

/* Returns 1 on failure, as glibc does. */
WEAK int addmntent(FILE *table, const struct mntent *entry) {
    if (fseek(table, 0, SEEK_END))
        return 1;
    put_field(entry->mnt_fsname, table);
    put_field(entry->mnt_dir, table);
    put_field(entry->mnt_type, table);
    put_field(entry->mnt_opts, table);
    fprintf(table, "%d %d\n", entry->mnt_freq, entry->mnt_passno);
    return ferror(table) || fflush(table);
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
