/* The first rank of a cluster ends while a read is pending; the next rank gets its port and the
 * message. */
#include <errno.h>
#include <onchip/kernel.h>
#include <stdio.h>

int main(void) {
    enum { FIRST, READY, PORT };
    char byte = 0;
    int own = knode_get_num(), error = name_link("first", FIRST);
    if (!error) {
        int in = kmailbox_create(PORT), idle = kportal_create(PORT);
        printf("%s\n", in >= 0 && idle >= 0 && !kmailbox_aread(in, &byte, 1) ? "ok" : "FAILED");
        return name_link("ready", READY);
    }
    struct kname found;
    while (name_lookup("ready", &found))
        ;
    int in, portal;
    while ((in = kmailbox_create(PORT)) == -EADDRINUSE)
        ;
    while ((portal = kportal_create(PORT)) == -EADDRINUSE)
        ;
    int out = kmailbox_open(own, PORT);
    bool right = error == -EEXIST && in >= 0 && portal >= 0 && kmailbox_write(out, "x", 1) == 1 &&
                 kmailbox_read(in, &byte, 1) == 1 && byte == 'x';
    printf("%s\n", right ? "ok" : "FAILED");
    return !right;
}
