/* The program's user, number 0, is the only one. */
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libc/names/weak.h"

WEAK pid_t getppid(void) {
    return 0;
}

WEAK uid_t getuid(void) {
    return 0;
}

WEAK uid_t geteuid(void) {
    return 0;
}

WEAK gid_t getgid(void) {
    return 0;
}

WEAK gid_t getegid(void) {
    return 0;
}

WEAK mode_t umask(mode_t mask) {
    (void)mask;
    return 0;
}

WEAK char *getlogin(void) {
    errno = ENXIO;
    return NULL;
}

WEAK char *ttyname(int file) {
    (void)file;
    errno = ENOTTY;
    return NULL;
}

static struct passwd user = {
    .pw_name = "root",
    .pw_passwd = "",
    .pw_gecos = "",
    .pw_dir = "/",
    .pw_shell = "",
};

WEAK struct passwd *getpwuid(uid_t number) {
    return number == user.pw_uid ? &user : NULL;
}

WEAK struct passwd *getpwnam(const char *name) {
    return strcmp(name, user.pw_name) ? NULL : &user;
}

/* No table of users or groups is open. */
WEAK void setpwent(void) {}
WEAK void endpwent(void) {}
WEAK void setgrent(void) {}
WEAK void endgrent(void) {}

static int give(const struct passwd *found, struct passwd *entry, struct passwd **result) {
    if (found)
        *entry = *found;
    *result = found ? entry : NULL;
    return 0;
}

WEAK int getpwuid_r(uid_t number, struct passwd *entry, char *buffer, size_t bytes,
                    struct passwd **result) {
    (void)buffer, (void)bytes;
    return give(number == user.pw_uid ? &user : NULL, entry, result);
}

WEAK int getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t bytes,
                    struct passwd **result) {
    (void)buffer, (void)bytes;
    return give(strcmp(name, user.pw_name) ? NULL : &user, entry, result);
}

/* A write reaches the host at once, so there is nothing to flush. */
WEAK int fdatasync(int file) {
    (void)file;
    return 0;
}

WEAK int fsync(int file) {
    (void)file;
    return 0;
}

WEAK void sync(void) {}
