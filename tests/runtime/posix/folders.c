/* Folders, links, times and patterns as in POSIX; prints the results. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

static void say(const char *what, long result) {
    printf("%s %ld", what, result);
    if (result < 0)
        printf(" %s", strerror(errno));
    puts("");
}

static void put(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    fputs(text, file);
    fclose(file);
}

static int chosen(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static int visit(const char *path, const struct stat *status, int type) {
    printf("ftw %s %d %d\n", path, type, S_ISREG(status->st_mode) ? (int)status->st_size : -1);
    return 0;
}

static int visit_with_place(const char *path, const struct stat *status, int type,
                            struct FTW *place) {
    (void)status;
    printf("nftw %s %d %d %d\n", path, type, place->base, place->level);
    return !strcmp(path + place->base, "stop") ? 7 : 0;
}

static int remove_all(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status, (void)type, (void)place;
    return remove(path);
}

static int failed(const char *path, int error) {
    printf("glob cannot read %s: %s\n", path, strerror(error));
    return 0;
}

static void patterns(const char *pattern, int flags) {
    glob_t found = {.gl_offs = 1};
    int result = glob(pattern, flags, failed, &found);
    printf("glob %s %d:", pattern, result == GLOB_NOMATCH ? 1 : result);
    for (int index = 0; !result && index < (int)found.gl_pathc; index++)
        printf(" %s", found.gl_pathv[index + (flags & GLOB_DOOFFS ? 1 : 0)]);
    puts("");
    if (!result)
        globfree(&found);
}

/* Locks, including locks that are refused because the descriptor is open only for reading or only
 * for writing, or because an argument is wrong. */
static void locks(void) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int file = open("locked", O_RDONLY | O_CREAT, 0644), other = open("locked", O_WRONLY);
    say("O_CREAT", file > 0);
    say("to write", write(file, "x", 1));
    say("to read", read(other, &lock, 1));
    say("O_EXCL", open("locked", O_RDONLY | O_CREAT | O_EXCL, 0644));
    say("folder", open(".", O_RDONLY | O_CREAT, 0644));
    say("to write", fcntl(file, F_SETLK, &lock));
    say("lockf", lockf(file, F_TLOCK, 0));
    say("lockf", lockf(file, F_TEST, 0));
    say("flock", flock(file, LOCK_EX | LOCK_NB));
    say("flock", flock(file, LOCK_UN));
    say("to write", fcntl(other, F_SETLK, &lock));
    lock.l_type = F_RDLCK;
    say("to read", fcntl(other, F_SETLK, &lock));
    say("to read", fcntl(file, F_SETLKW, &lock));
    lock.l_type = 77;
    say("kind", fcntl(other, F_SETLK, &lock));
    lock.l_type = F_UNLCK;
    say("kind", fcntl(other, F_GETLK, &lock));
    lock.l_whence = 9;
    say("whence", fcntl(other, F_SETLK, &lock));
    say("flock", flock(file, 0));
    say("flock", flock(file, LOCK_SH | LOCK_EX));
    say("lockf", lockf(other, 99, 0));
    close(other);
    close(file);
    unlink("locked");
}

int main(void) {
    char text[PATH_MAX], *path;
    struct stat status, other;
    say("mkdir", mkdir("top", 0755));
    say("mkdir", mkdir("top", 0755));
    say("mkdir", mkdir("none/top", 0755));
    say("chdir", chdir("top"));
    path = getcwd(NULL, 0);
    puts(strrchr(path, '/'));
    say("mkdir", mkdir("b", 0700));
    say("mkdir", mkdir("b/c", 0700));
    put("one.c", "1");
    put("two.c", "22");
    put("b/three.h", "333");
    put("b/c/.hidden", "4444");
    put("[x]", "");
    say("symlink", symlink("two.c", "link"));
    say("symlink", symlink("nothing", "b/dangling"));
    say("link", link("one.c", "b/uno.c"));
    say("stat", stat("one.c", &status));
    printf("names %d\n", (int)status.st_nlink);
    say("stat", stat("b/uno.c", &other));
    printf("equal %d\n", status.st_ino == other.st_ino);
    say("lstat", lstat("link", &status));
    printf("link %d %d\n", S_ISLNK(status.st_mode), (int)status.st_size);
    say("stat", stat("link", &status));
    printf("file %d %d\n", S_ISREG(status.st_mode), (int)status.st_size);
    say("stat", stat("b/dangling", &status));
    memset(text, 'x', 20);
    say("readlink", readlink("link", text, 3));
    printf("%.4s\n", text);
    say("readlink", readlink("link", text, sizeof text));
    say("readlink", readlink("one.c", text, sizeof text));
    say("readlink", readlink("none", text, sizeof text));
    puts(strrchr(realpath("b/../link", text), '/'));
    puts(strstr(realpath("b/c/../uno.c", NULL), "/top"));
    say("realpath", realpath("none", text) ? 0 : -1);
    snprintf(text, sizeof text, "%s/b/uno.c", path);
    say("absolute", stat(text, &status));

    DIR *folder = opendir(".");
    struct dirent *entry;
    char *names[20];
    int count = 0;
    while ((entry = readdir(folder)))
        names[count++] = strdup(entry->d_name);
    rewinddir(folder);
    int again = 0;
    long third = 0;
    while ((entry = readdir(folder)))
        if (++again == 2)
            third = telldir(folder);
    seekdir(folder, third);
    entry = readdir(folder);
    printf("entries %d %d\n", count, again);
    say("fstatat", fstatat(dirfd(folder), "b/three.h", &status, 0));
    say("closedir", closedir(folder));
    say("opendir", opendir("one.c") ? 0 : -1);
    say("opendir", opendir("none") ? 0 : -1);
    struct dirent **list;
    count = scandir(".", &list, chosen, alphasort);
    for (int index = 0; index < count; index++)
        printf("scandir %s %d\n", list[index]->d_name, list[index]->d_type);
    say("scandir", scandir("none", &list, NULL, NULL));

    int at = open("b", O_RDONLY | O_DIRECTORY);
    say("openat", openat(at, "three.h", O_RDONLY) > 0);
    say("openat", openat(at, "none", O_RDONLY));
    say("mkdirat", mkdirat(at, "d", 0700));
    say("renameat", renameat(at, "d", at, "e"));
    say("readlinkat", readlinkat(at, "dangling", text, sizeof text));
    say("faccessat", faccessat(at, "three.h", X_OK, 0));
    say("unlinkat", unlinkat(at, "e", 0));
    say("unlinkat", unlinkat(at, "e", AT_REMOVEDIR));
    say("read", read(at, text, 1));
    say("fchdir", fchdir(at));
    say("access", access("three.h", R_OK | W_OK));
    say("access", access("c", X_OK));
    say("chdir", chdir("three.h"));
    say("chdir", chdir(".."));
    say("open", open("b", O_WRONLY));

    say("truncate", truncate("two.c", 1));
    say("truncate", truncate("b", 1));
    int file = open("two.c", O_RDWR);
    say("ftruncate", ftruncate(file, 5));
    fstat(file, &status);
    printf("bytes %d\n", (int)status.st_size);
    say("utime", utime("one.c", &(struct utimbuf){1000, 2000}));
    stat("one.c", &status);
    printf("times %ld %ld\n", (long)status.st_atime, (long)status.st_mtime);
    say("utimes", utimes("one.c", (struct timeval[]){{-5, 6}, {5000000000, 7}}));
    stat("one.c", &status);
    printf("times %ld %lld %ld\n", (long)status.st_atime, (long long)status.st_mtime,
           (long)status.st_mtim.tv_nsec);
    say("utimes", utimes("one.c", (struct timeval[]){{0, 1000000}, {0, 0}}));
    say("futimens", futimens(file, (struct timespec[]){{0, UTIME_OMIT}, {9, 8}}));
    fstat(file, &status);
    printf("times %ld %ld\n", (long)status.st_mtime, (long)status.st_mtim.tv_nsec);
    say("utime", utime("one.c", NULL));
    stat("one.c", &status);
    printf("later %d\n", status.st_mtime > 1700000000);
    say("chmod", chmod("one.c", 0751));
    stat("one.c", &status);
    printf("mode %o\n", (unsigned)status.st_mode);
    say("access", access("one.c", X_OK));

    locks();
    say("O_NOFOLLOW", open("link", O_RDONLY | O_NOFOLLOW));
    say("O_NOFOLLOW", open("b/dangling", O_RDONLY | O_NOFOLLOW));
    say("O_NOFOLLOW", open("one.c", O_RDONLY | O_NOFOLLOW) > 0);
    say("mkdir", mkdir("slash/", 0700));
    say("mkdir", mkdir("slash/in//", 0700));
    say("rmdir", rmdir("slash/in//"));
    say("rmdir", rmdir("one.c/"));
    say("remove", remove("slash/"));
    patterns("*", 0);
    patterns("*.c", GLOB_DOOFFS);
    patterns("?", GLOB_MARK);
    patterns("*/*.[ch]", 0);
    patterns("b/*/.h*", 0);
    patterns(".*/top/[ot]*", 0);
    patterns("\\[x]", 0);
    patterns("[[]x]", 0);
    patterns("none*", 0);
    patterns("none*", GLOB_NOCHECK);
    patterns("b//*.h", 0);
    patterns("b/dang*", GLOB_MARK);
    patterns("link", GLOB_MARK);
    patterns("none/*", 0);
    patterns("b/none/*/x", GLOB_NOCHECK);
    patterns("one.c/*", GLOB_ERR);
    printf("stops %d\n", glob("none/*", GLOB_ERR, NULL, &(glob_t){0}) == GLOB_ABORTED);
    patterns("{two,one,none}.c", GLOB_BRACE);
    patterns("{t*,{b/u,o}n*,b/{c/.h,t}*}", GLOB_BRACE | GLOB_MARK);
    patterns("{none,b/none}", GLOB_BRACE | GLOB_NOMAGIC);
    patterns("{none*,b}", GLOB_BRACE | GLOB_NOCHECK);
    patterns("{none*}", GLOB_BRACE);
    patterns("one{.c", GLOB_BRACE);
    patterns("{one,two}.c", 0);
    patterns("none", GLOB_NOMAGIC);
    patterns("none*", GLOB_NOMAGIC);
    setenv("HOME", "b", 1);
    patterns("~", GLOB_TILDE);
    patterns("{~/t*,one.c}", GLOB_TILDE | GLOB_BRACE);
    patterns("~none/x", GLOB_TILDE);
    patterns("~", 0);
    say("linkat", linkat(AT_FDCWD, "link", AT_FDCWD, "target", AT_SYMLINK_FOLLOW));
    say("linkat", linkat(AT_FDCWD, "link", AT_FDCWD, "copied", 0));
    printf("links %d %d\n", !lstat("target", &status) && S_ISLNK(status.st_mode),
           !lstat("copied", &status) && S_ISLNK(status.st_mode));
    say("linkat", linkat(AT_FDCWD, "b/dangling", AT_FDCWD, "gone", AT_SYMLINK_FOLLOW));
    say("linkat", linkat(AT_FDCWD, "link", AT_FDCWD, "gone", 0x10000));
    say("unlink", unlink("target") + unlink("copied"));
    say("lchown", lchown("b/dangling", getuid(), getgid()));
    say("chown", chown("b/dangling", getuid(), getgid()));
    say("fchownat", fchownat(AT_FDCWD, "b/dangling", getuid(), getgid(), AT_SYMLINK_NOFOLLOW));
    say("fchownat", fchownat(AT_FDCWD, "one.c", getuid(), getgid(), 0x10000));
    say("fchmodat", fchmodat(AT_FDCWD, "link", 0600, AT_SYMLINK_NOFOLLOW));
    say("utimensat", utimensat(AT_FDCWD, "one.c", NULL, AT_SYMLINK_NOFOLLOW));
    say("utimensat", utimensat(AT_FDCWD, "one.c", NULL, 0x10000));
    say("fstatat", fstatat(at, "", &status, AT_EMPTY_PATH));
    say("unlinkat", unlinkat(AT_FDCWD, "one.c", 0x10000));

    say("ftw", ftw(".", visit, 5));
    say("nftw", nftw("b/", visit_with_place, 5, FTW_DEPTH | FTW_PHYS));
    say("nftw", nftw("../top/b/c", visit_with_place, 5, 0));
    say("mkdir", mkdir("s", 0700));
    put("s/stop", "");
    say("nftw", nftw("s", visit_with_place, 5, FTW_PHYS));
    say("nftw", nftw("none", visit_with_place, 5, FTW_PHYS));
    say("rmdir", rmdir("b"));
    say("rmdir", rmdir("one.c"));
    say("chdir", chdir(".."));
    say("remove", nftw("top", remove_all, 5, FTW_DEPTH | FTW_PHYS));
    say("stat", stat("top", &status));
    return 0;
}
