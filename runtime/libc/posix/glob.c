/* glob() finds the names that match a pattern (POSIX, <glob.h>), sorted by their bytes. Of glibc's
 * flags, it knows GLOB_BRACE, GLOB_NOMAGIC, and GLOB_TILDE by $HOME. */
#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "hal/chip/folders.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/posix/folders.h"

int __oc_fnmatch(const char *pattern, const char *text, int flags);

struct search {
    glob_t *found;
    int flags;
    int depth; /* number of parts with wildcards before the present part */
    int (*failed)(const char *, int);
    char path[HAL_PATH_BYTES]; /* the path that has been matched so far */
};

/* Adds a name to the list, whose first gl_offs pointers stay null. */
static int add(glob_t *found, const char *name, bool mark) {
    size_t used = (size_t)(found->gl_offs + found->gl_pathc), bytes = strlen(name);
    char **list = (realloc)(found->gl_pathv, (used + 2) * sizeof *list);
    if (!list)
        return GLOB_NOSPACE;
    found->gl_pathv = list;
    char *copy = (malloc)(bytes + 2);
    list[used] = copy;
    list[used + 1] = NULL;
    if (!copy)
        return GLOB_NOSPACE;
    memcpy(copy, name, bytes + 1);
    if (mark)
        strcpy(copy + bytes, "/");
    found->gl_pathc++;
    return 0;
}

static bool is_pattern(const char *text, const char *end, int flags) {
    for (; text < end; text++) {
        if (strchr("*?[", *text))
            return true;
        if (*text == '\\' && !(flags & GLOB_NOESCAPE) && text + 1 < end)
            text++;
    }
    return false;
}

static int match(struct search *search, size_t length, const char *pattern);

/* Appends `name` to the path, which has `length` bytes, and then matches `rest`, the pattern after
 * this part. */
static int match_below(struct search *search, size_t length, const char *name, const char *rest) {
    size_t bytes = strlen(name);
    if (length + bytes + 2 > sizeof search->path)
        return 0;
    memcpy(search->path + length, name, bytes + 1);
    length += bytes;
    for (; *rest == '/' && length + 2 < sizeof search->path; rest++)
        search->path[length++] = '/';
    search->path[length] = '\0';
    return match(search, length, rest);
}

/* Matches a part of the pattern (the text between two slashes) that has no wildcards. Removes its
 * escapes. */
static int match_name(struct search *search, size_t length, const char *part, const char *end) {
    char name[HAL_PATH_BYTES], *to = name;
    if ((size_t)(end - part) >= sizeof name)
        return 0;
    for (; part < end; *to++ = *part++)
        if (*part == '\\' && !(search->flags & GLOB_NOESCAPE) && part + 1 < end)
            part++;
    *to = '\0';
    return match_below(search, length, name, end);
}

/* Matches a part of the pattern (the text between two slashes) that has wildcards against the
 * entries of the folder. */
static int match_entries(struct search *search, size_t length, const char *part, const char *end) {
    char pattern[HAL_PATH_BYTES];
    if ((size_t)(end - part) >= sizeof pattern)
        return 0;
    memcpy(pattern, part, (size_t)(end - part));
    pattern[end - part] = '\0';
    int how = FNM_PERIOD | (search->flags & GLOB_NOESCAPE ? FNM_NOESCAPE : 0), result = 0;
    DIR *folder = __oc_opendir(length ? search->path : ".");
    if (!folder) {
        int error = errno;
        if (error == ENOTDIR || (error == ENOENT && search->depth))
            return 0;
        if (length > 1)
            search->path[length - 1] = '\0'; /* remove the slash */
        bool stop = search->failed && search->failed(length ? search->path : ".", error);
        return stop || search->flags & GLOB_ERR ? GLOB_ABORTED : 0;
    }
    search->depth++;
    for (struct dirent *entry; !result && (entry = __oc_readdir(folder));) {
        if (!__oc_fnmatch(pattern, entry->d_name, how))
            result = match_below(search, length, entry->d_name, end);
        search->path[length] = '\0';
    }
    search->depth--;
    __oc_closedir(folder);
    return result;
}

/* Finds the files below search->path that match `pattern`. The first `length` bytes of path are
 * set. */
static int match(struct search *search, size_t length, const char *pattern) {
    struct stat status;
    if (!*pattern) {
        if (!length || (__oc_lstat(search->path, &status)))
            return 0;
        bool folder = S_ISDIR(status.st_mode);
        if (S_ISLNK(status.st_mode))
            folder = !__oc_stat(search->path, &status) && S_ISDIR(status.st_mode);
        bool mark = search->flags & GLOB_MARK && folder && search->path[length - 1] != '/';
        return add(search->found, search->path, mark);
    }
    const char *end = pattern + strcspn(pattern, "/");
    if (is_pattern(pattern, end, search->flags))
        return match_entries(search, length, pattern, end);
    return match_name(search, length, pattern, end);
}

static int by_bytes(const void *one, const void *other) {
    return strcmp(*(char *const *)one, *(char *const *)other);
}

/* Finds the files that match a pattern without braces. */
static int find(struct search *search, const char *pattern) {
    char text[HAL_PATH_BYTES];
    const char *home = search->flags & GLOB_TILDE && *pattern == '~' ? getenv("HOME") : NULL;
    if (home && *home && (!pattern[1] || pattern[1] == '/')) {
        size_t bytes = strlen(home);
        if (bytes + strlen(pattern) > sizeof text)
            return 0;
        memcpy(text, home, bytes);
        strcpy(text + bytes, pattern + 1);
        pattern = text;
    }
    glob_t *found = search->found;
    int before = found->gl_pathc;
    search->path[0] = '\0';
    int result = match(search, 0, pattern);
    if (!result && !(search->flags & GLOB_NOSORT) && found->gl_pathc > before)
        qsort(found->gl_pathv + found->gl_offs + before, (size_t)(found->gl_pathc - before),
              sizeof *found->gl_pathv, by_bytes);
    return result;
}

/* Finds the first opening brace in a pattern. If `inside` is set, `text` is the beginning of an
 * alternative inside braces; finds the comma or the brace that ends it. Returns null if there is
 * none. */
static const char *brace(const char *text, bool inside, int flags) {
    for (int depth = 0; *text; text++) {
        if (*text == '\\' && !(flags & GLOB_NOESCAPE) && text[1])
            text++;
        else if (*text == '{' && !inside)
            return text;
        else if ((*text == '}' || *text == ',') && inside && !depth)
            return text;
        else if (*text == '{' || *text == '}')
            depth += *text == '{' ? 1 : -1;
    }
    return NULL;
}

/* Finds the files that match each alternative of the pattern's first pair of braces, in order. */
static int find_each(struct search *search, const char *pattern) {
    char text[HAL_PATH_BYTES];
    int flags = search->flags, result = 0;
    const char *begin = flags & GLOB_BRACE ? brace(pattern, false, flags) : NULL, *end = begin;
    do
        end = end ? brace(end + 1, true, flags) : NULL;
    while (end && *end == ',');
    if (!end || strlen(pattern) >= sizeof text)
        return find(search, pattern);
    size_t before = (size_t)(begin - pattern);
    memcpy(text, pattern, before);
    for (const char *part = begin; !result && part < end;) {
        const char *next = brace(part + 1, true, flags);
        size_t bytes = (size_t)(next - part - 1);
        memcpy(text + before, part + 1, bytes);
        strcpy(text + before + bytes, end + 1);
        result = find_each(search, text);
        part = next;
    }
    return result;
}

WEAK int glob(const char *restrict pattern, int flags, int (*failed)(const char *, int),
              glob_t *restrict found) {
    struct search search = {found, flags, 0, failed, ""};
    if (flags & (GLOB_ALTDIRFUNC | GLOB_LIMIT | GLOB_QUOTE))
        return GLOB_NOSYS;
    if (!(flags & GLOB_DOOFFS))
        found->gl_offs = 0;
    if (!(flags & GLOB_APPEND)) {
        found->gl_pathc = 0;
        found->gl_pathv = (calloc)((size_t)found->gl_offs + 1, sizeof *found->gl_pathv);
        if (!found->gl_pathv)
            return GLOB_NOSPACE;
    }
    int before = found->gl_pathc, result = find_each(&search, pattern);
    found->gl_matchc = found->gl_pathc - before;
    if (result)
        return result;
    if (found->gl_pathc != before)
        return 0;
    bool plain = flags & GLOB_NOMAGIC && !is_pattern(pattern, pattern + strlen(pattern), flags);
    return plain || flags & GLOB_NOCHECK ? add(found, pattern, false) : GLOB_NOMATCH;
}

WEAK void globfree(glob_t *found) {
    for (int index = 0; index < found->gl_pathc; index++)
        (free)(found->gl_pathv[found->gl_offs + index]);
    (free)(found->gl_pathv);
    found->gl_pathv = NULL;
    found->gl_pathc = 0;
}
