/* User 0 and group 0, the only ones. */
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

/* A process has no supplementary groups. */
WEAK int getgroups(int count, gid_t groups[]) {
    (void)count, (void)groups;
    return 0;
}

WEAK int getresuid(uid_t *real, uid_t *effective, uid_t *saved) {
    *real = *effective = *saved = 0;
    return 0;
}

WEAK int getresgid(gid_t *real, gid_t *effective, gid_t *saved) {
    *real = *effective = *saved = 0;
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

static struct group group = {.gr_name = "root", .gr_passwd = "", .gr_mem = (char *[]){NULL}};

WEAK struct group *getgrgid(gid_t number) {
    return number == group.gr_gid ? &group : NULL;
}

WEAK struct group *getgrnam(const char *name) {
    return strcmp(name, group.gr_name) ? NULL : &group;
}

/* There is no table of users or groups to open or close. */
WEAK void setpwent(void) {}
WEAK void endpwent(void) {}
WEAK void setgrent(void) {}
WEAK void endgrent(void) {}

/* Look-up functions that copy the entry, such as getpwnam_r(). */
#define COPY(function, type, key)                                                                  \
    WEAK int function##_r(key, struct type *entry, char *buffer, size_t bytes,                     \
                          struct type **result) {                                                  \
        (void)buffer, (void)bytes;                                                                 \
        struct type *found = function(wanted);                                                     \
        if (found)                                                                                 \
            *entry = *found;                                                                       \
        *result = found ? entry : NULL;                                                            \
        return 0;                                                                                  \
    }

COPY(getpwuid, passwd, uid_t wanted)
COPY(getpwnam, passwd, const char *wanted)
COPY(getgrgid, group, gid_t wanted)
COPY(getgrnam, group, const char *wanted)
