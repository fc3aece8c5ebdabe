#ifndef _SYS_UTSNAME_H
#define _SYS_UTSNAME_H

#ifdef __cplusplus
extern "C" {
#endif

#define SYS_NMLN 32

struct utsname {
    char sysname[32];
    char nodename[32]; /* tile and core */
    char release[32];
    char version[32];
    char machine[32];
};

int uname(struct utsname *name);

#ifdef __cplusplus
}
#endif

#endif
