/* Search trees with random and with sorted keys, the environment, and memmem(). */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEYS = 1000, STEPS = 10000 };

static int keys[KEYS], deepest, count, last, sorted;
static char has[KEYS];

static int compare(const void *one, const void *other) {
    return *(const int *)one - *(const int *)other;
}

static void visit(const void *node, VISIT when, int depth) {
    deepest = depth > deepest ? depth : deepest;
    if (when == leaf || when == postorder) {
        int key = **(int *const *)node;
        sorted &= key > last;
        last = key;
        count++;
    }
}

static void release(void *key) {
    (void)key;
    count--;
}

static int is_wrong(void **root) {
    int wrong = 0, expected = 0;
    for (int i = 0; i < KEYS; i++) {
        wrong += !!tfind(&keys[i], root, compare) != has[i];
        expected += has[i];
    }
    last = -1, count = deepest = 0, sorted = 1;
    twalk(*root, visit);
    return wrong || count != expected || !sorted || deepest > 18;
}

static void trees(void) {
    void *root = NULL;
    unsigned random = 1;
    int wrong = 0;
    for (int i = 0; i < KEYS; i++)
        keys[i] = i;
    for (int step = 1; step <= STEPS; step++) {
        random = random * 1103515245 + 12345;
        int i = (int)((random >> 8) % KEYS);
        if (random >> 24 & 1) {
            int **found = tsearch(&keys[i], &root, compare);
            wrong += **found != i;
            has[i] = 1;
        } else {
            wrong += !!tdelete(&keys[i], &root, compare) != has[i];
            has[i] = 0;
        }
        if (step % (STEPS / 10) == 0)
            wrong += is_wrong(&root);
    }
    printf("random: %d wrong\n", wrong);
    for (int i = 0; i < KEYS; i++) {
        tsearch(&keys[i], &root, compare);
        has[i] = 1;
    }
    printf("full: %d wrong\n", is_wrong(&root));
    tdestroy(root, release);
    printf("%d left\n", count);
    root = NULL;
    for (int i = 0; i < KEYS; i++)
        tsearch(&keys[i], &root, compare);
    printf("sorted: %d wrong\n", is_wrong(&root));
}

static void say(const char *name) {
    const char *value = getenv(name);
    printf("%s=%s\n", name, value ? value : "(not set)");
}

static void environment(void) {
    static char entry[] = "A=1";
    char name[20];
    putenv(entry);
    entry[2] = '2';
    say("A");
    setenv("A", "other", 0);
    say("A");
    setenv("A", "longer", 1);
    say("A");
    puts(entry);
    for (int i = 0; i < 50; i++) {
        sprintf(name, "V%d", i);
        setenv(name, name, 1);
    }
    unsetenv("V33");
    say("V32");
    say("V33");
    say("V49");
    putenv("V3");
    say("V3");
    int empty = setenv("", "", 1), equals = setenv("B=", "", 1);
    printf("%d %d %d\n", empty, equals, errno == EINVAL);
    for (int i = 0; i < 60000; i++) {
        sprintf(name, "%d", i % 1000);
        if (setenv("AGAIN", name, 1)) {
            printf("%d times\n", i);
            break;
        }
    }
    say("AGAIN");
    clearenv();
    say("A");
    environ = NULL;
    unsetenv("A");
    setenv("A", "first", 1);
    say("A");
    environ = NULL;
    setenv("C", "", 1);
    say("C");
}

static void bytes(void) {
    static char many[5000];
    memset(many, 'a', sizeof many);
    printf("%d\n", memmem("aaab", 4, many, sizeof many) == NULL);
    many[2499] = 'b';
    printf("%d\n", (char *)memmem(many, sizeof many, many + 1000, 2000) == many + 1000);
    printf("%d\n", (char *)memmem(many, 5000, "b", 1) == many + 2499);
    many[2499] = 'a';
    printf("%d\n", memmem(many, 5000, "ab", 2) == NULL);
    printf("%d\n", (char *)memmem(many, 2500, many + 2500, 2500) == many);
    printf("%d\n", memmem("abc", 3, "", 0) != NULL);
    printf("%s\n", (char *)memmem("xxabcabd", 8, "abd", 3));
    printf("%d\n", memmem("aab", 3, "ac", 2) == NULL);
}

static void slashes(void) {
    struct stat status;
    glob_t found;
    close(creat("file", 0666));
    mkdir("folder", 0777);
    printf("%d %d\n", lstat("file/", &status), lstat("folder/", &status));
    printf("%d\n", glob("f*/", 0, NULL, &found));
    printf("%d %s\n", (int)found.gl_pathc, found.gl_pathv[0]);
    unlink("file");
    rmdir("folder");
    printf("%d\n", dup2(0, getdtablesize()));
}

int main(void) {
    trees();
    environment();
    bytes();
    slashes();
    return 0;
}
