/* There is one user, number 0. */
#ifndef _PWD_H
#define _PWD_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct passwd {
    char *pw_name, *pw_passwd;
    uid_t pw_uid;
    gid_t pw_gid;
    char *pw_gecos, *pw_dir, *pw_shell;
};

struct passwd *getpwuid(uid_t number);
struct passwd *getpwnam(const char *name);
int getpwuid_r(uid_t number, struct passwd *entry, char *buffer, size_t bytes,
               struct passwd **result);
int getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t bytes,
               struct passwd **result);
struct passwd *getpwent(void); /* not offered */
void setpwent(void);
void endpwent(void);

#ifdef __cplusplus
}
#endif

#endif
