/* Tables of mounted file systems (GNU). Nothing is mounted, so the chip has no such table; a
 * program may read and write its own. */
#ifndef _MNTENT_H
#define _MNTENT_H

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MOUNTED "/etc/mtab"
#define MNTTAB "/etc/fstab"
#define MNTTYPE_IGNORE "ignore"
#define MNTTYPE_NFS "nfs"
#define MNTTYPE_SWAP "swap"
#define MNTOPT_DEFAULTS "defaults"
#define MNTOPT_RO "ro"
#define MNTOPT_RW "rw"
#define MNTOPT_SUID "suid"
#define MNTOPT_NOSUID "nosuid"
#define MNTOPT_NOAUTO "noauto"

struct mntent {
    char *mnt_fsname, *mnt_dir, *mnt_type, *mnt_opts;
    int mnt_freq, mnt_passno;
};

FILE *setmntent(const char *path, const char *mode);
struct mntent *getmntent(FILE *table);
struct mntent *getmntent_r(FILE *table, struct mntent *entry, char *text, int size);
int addmntent(FILE *table, const struct mntent *entry);
int endmntent(FILE *table);
char *hasmntopt(const struct mntent *entry, const char *option);

#ifdef __cplusplus
}
#endif

#endif
