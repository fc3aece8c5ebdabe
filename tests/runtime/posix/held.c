/* Prints what happens to folders that are renamed while they are open, to duplicates of file
 * descriptors, to links with absolute targets, to the times of links, and to the flags of open
 * files. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

static char top[PATH_MAX];

static void say(const char *what, long result) {
    printf("%s %ld", what, result);
    if (result < 0)
        printf(" %s", strerror(errno));
    puts("");
}

static void here(void) {
    char path[PATH_MAX];
    puts(getcwd(path, sizeof path) ? path + strlen(top) : strerror(errno));
}

/* A path below the folder where the program began. */
static const char *below(const char *path) {
    static char whole[2][PATH_MAX];
    static int next;
    char *to = whole[next++ % 2];
    snprintf(to, PATH_MAX, "%s/%s", top, path);
    return to;
}

static void renamed(void) {
    struct stat status;
    mkdir("old", 0700);
    close(open("old/file", O_CREAT | O_WRONLY, 0600));
    mkdir("old/in", 0700);
    int folder = open("old", O_RDONLY | O_DIRECTORY);
    DIR *list = opendir("old");
    say("rename", rename("old", "new"));
    mkdir("old", 0700);
    say("openat", openat(folder, "file", O_RDONLY) > 0);
    say("mkdirat", mkdirat(folder, "more", 0700));
    say("stat", stat("new/more", &status));
    long letters = 0;
    for (struct dirent *entry; (entry = readdir(list));)
        letters += (long)strlen(entry->d_name);
    say("letters", letters);
    say("fchdir", fchdir(folder));
    here();
    say("chdir", chdir("in"));
    say("rename", rename(below("new"), below("newer")));
    here();
    say("stat", stat("../file", &status));
    say("chdir", chdir("../.."));
    here();
    say("rmdir", rmdir("newer/more"));
    say("chdir", chdir("newer/in"));
    say("rmdir", rmdir(below("newer/in")));
    here();
    say("stat", stat("file", &status));
    say("mkdir", mkdir("x", 0700));
    say("chdir", chdir(top));
    closedir(list);
    unlinkat(folder, "file", 0);
    say("rmdir", rmdir("newer") + rmdir("old"));
    say("openat", openat(folder, "file", O_CREAT | O_WRONLY, 0600));
}

static void copied(void) {
    mkdir("list", 0700);
    for (int number = 0; number < 5; number++)
        close(openat(AT_FDCWD, (char[]){'l', 'i', 's', 't', '/', (char)('a' + number), 0},
                     O_CREAT | O_WRONLY, 0600));
    DIR *list = opendir("list");
    int count = 0;
    for (int turn = 0; turn < 3; turn++)
        count += !!readdir(list);
    DIR *copy = fdopendir(dup(dirfd(list)));
    while (readdir(copy))
        count++;
    printf("entries %s\n", count <= 7 ? "once" : "twice");
    rewinddir(copy);
    for (count = 0; readdir(copy);)
        count++;
    printf("entries %d\n", count);
    closedir(list);
    rewinddir(copy);
    printf("after close %d\n", !!readdir(copy));
    closedir(copy);
    for (int number = 0; number < 5; number++)
        unlink((char[]){'l', 'i', 's', 't', '/', (char)('a' + number), 0});
    say("rmdir", rmdir("list"));
}

static void flags(void) {
    static const int ways[] = {O_RDONLY,
                               O_WRONLY,
                               O_RDWR,
                               O_WRONLY | O_APPEND,
                               O_RDWR | O_TRUNC,
                               O_RDWR | O_APPEND,
                               O_RDONLY | O_APPEND,
                               O_RDWR | O_APPEND | O_TRUNC};
    close(open("file", O_CREAT | O_WRONLY, 0600));
    for (int way = 0; way < (int)(sizeof ways / sizeof *ways); way++) {
        int file = open("file", ways[way]), told = fcntl(dup(file), F_GETFL);
        printf("flags %d %d %d\n", (told & O_ACCMODE) == O_RDONLY, (told & O_ACCMODE) == O_WRONLY,
               !!(told & O_APPEND));
    }
    int file = open("/dev/null", O_WRONLY);
    printf("device %d\n", (fcntl(file, F_GETFL) & O_ACCMODE) == O_WRONLY);
    file = open(".", O_RDONLY | O_DIRECTORY);
    printf("folder %d\n", (fcntl(file, F_GETFL) & (O_ACCMODE | O_DIRECTORY)) == O_DIRECTORY);
    say("closed", fcntl(60, F_GETFL));
    unlink("file");
}

/* F_SETFL sets and clears O_APPEND for all descriptors of an open file. */
static void append(void) {
    int file = open("file", O_CREAT | O_RDWR | O_APPEND, 0600), copy = dup(file);
    for (int turn = 0; turn < 4; turn++) {
        lseek(file, 0, SEEK_SET);
        say("write", write(copy, "ab", 2));
        printf("append %d, ", !!(fcntl(copy, F_GETFL) & O_APPEND));
        say("size", lseek(file, 0, SEEK_END));
        say("set", fcntl(file, F_SETFL, turn % 2 ? O_APPEND : 0));
    }
    close(file);
    close(copy);
    unlink("file");
}

static void times(void) {
    struct stat status;
    const struct timespec set[] = {{-7, 5}, {2000, 6}};
    close(open("file", O_CREAT | O_WRONLY, 0600));
    symlink("file", "link");
    utime("file", &(struct utimbuf){1, 2});
    say("utimensat", utimensat(AT_FDCWD, "link", set, AT_SYMLINK_NOFOLLOW));
    lstat("link", &status);
    printf("link %d %ld\n", (int)status.st_mtime, (long)status.st_mtim.tv_nsec);
    stat("link", &status);
    printf("file %d %d\n", (int)status.st_atime, (int)status.st_mtime);
    say("lutimes", lutimes("link", (struct timeval[]){{3, 4}, {5, 6}}));
    lstat("link", &status);
    printf("link %d %ld\n", (int)status.st_mtime, (long)status.st_mtim.tv_nsec);
    say("utimensat", utimensat(AT_FDCWD, "link", set, 0));
    stat("file", &status);
    printf("file %d %d %ld\n", (int)status.st_atime, (int)status.st_mtime,
           (long)status.st_mtim.tv_nsec);
    say("utimensat", utimensat(AT_FDCWD, "link/", set, AT_SYMLINK_NOFOLLOW));
    say("utimensat", utimensat(AT_FDCWD, "none", set, AT_SYMLINK_NOFOLLOW));
    say("utimensat", utimensat(AT_FDCWD, "", set, 0));
    mkdir("folder", 0700);
    say("utime", utime("folder", &(struct utimbuf){8, 9}));
    say("utimensat", utimensat(AT_FDCWD, "folder/", set, AT_SYMLINK_NOFOLLOW));
    say("utimensat", utimensat(AT_FDCWD, "folder/../.", set, 0));
    stat("folder", &status);
    printf("folder %d\n", (int)status.st_mtime);
    say("chmod", chmod("folder", 0500));
    say("chmod", chmod("link", 0010));
    say("chmod", chmod("none", 0010));
    stat("file", &status);
    printf("mode %o\n", (unsigned)status.st_mode);
    unlink("link");
    unlink("file");
    rmdir("folder");
}

static void absolute_links(void) {
    char text[PATH_MAX];
    struct stat status;
    mkdir("folder", 0700);
    close(open("folder/file", O_CREAT | O_WRONLY, 0600));
    say("symlink", symlink(below("folder"), "whole"));
    say("symlink", symlink(below("whole/file"), "twice"));
    say("symlink", symlink("../whole/../twice", "folder/back"));
    say("stat", stat("whole/file", &status));
    say("stat", stat("twice", &status));
    say("stat", stat("folder/back", &status));
    say("lstat", lstat("whole/back", &status));
    printf("link %d\n", S_ISLNK(status.st_mode));
    say("open", open("whole/new", O_CREAT | O_WRONLY, 0600) > 0);
    say("symlink", symlink(below("made"), "dangling"));
    say("open", open("dangling", O_CREAT | O_EXCL | O_WRONLY, 0600));
    say("open", open("dangling", O_NOFOLLOW | O_RDONLY));
    say("open", open("dangling", O_CREAT | O_WRONLY, 0600) > 0);
    say("mkdir", mkdir("whole/in", 0700));
    say("rename", rename("whole/in", "whole/out"));
    say("chdir", chdir("whole/out"));
    here();
    puts(realpath("../back", text) ? text + strlen(top) : strerror(errno));
    say("chdir", chdir(below("whole")));
    here();
    say("chdir", chdir(top));
    say("readlink", readlink("whole", text, sizeof text) == (ssize_t)strlen(below("folder")));
    say("chmod", chmod("whole/file", 0640));
    say("rmdir", rmdir("whole/out"));
    say("unlink", unlink("whole/new") + unlink("whole/file") + unlink("whole/back"));
    say("unlink", unlink("whole") + unlink("twice") + unlink("dangling"));
    say("rmdir", rmdir("folder") + unlink("made"));
}

int main(void) {
    getcwd(top, sizeof top);
    renamed();
    copied();
    flags();
    append();
    times();
    absolute_links();
    return 0;
}
