/* Waits for ever in the call of the kernel that the argument names. A comment marks each call. */
#include <onchip/kernel.h>
#include <string.h>

int main(int count, char **words) {
    (void)count;
    char byte = 0;
    int own = knode_get_num(), other = (own + 1) % knode_count(), nodes[] = {other, own};
    if (strcmp(words[1], "mailbox-read") == 0) {
        kmailbox_read(kmailbox_create(3), &byte, 1); /* mailbox-read */
    } else if (strcmp(words[1], "mailbox-remote") == 0) {
        int in = kmailbox_create(4);
        kmailbox_set_remote(in, other);
        kmailbox_aread(in, &byte, 1);
        kmailbox_wait(in); /* mailbox-remote */
    } else if (strcmp(words[1], "mailbox-write") == 0) {
        int out = kmailbox_open(other, 5);
        kmailbox_write(out, &byte, 1);
        kmailbox_write(out, &byte, 1); /* mailbox-write */
    } else if (strcmp(words[1], "portal-write") == 0) {
        kportal_write(kportal_open(other, 6), &byte, 1); /* portal-write */
    } else if (strcmp(words[1], "portal-read") == 0) {
        int in = kportal_create(7);
        kportal_allow(in, other, KPORT_ANY);
        kportal_read(in, &byte, 1); /* portal-read */
    } else if (strcmp(words[1], "sync-all") == 0) {
        int from[] = {own, other};
        ksync_wait(ksync_create(from, 2, SYNC_ALL_TO_ONE)); /* sync-all */
    } else if (strcmp(words[1], "sync-one") == 0) {
        ksync_wait(ksync_create(nodes, 2, SYNC_ONE_TO_ALL)); /* sync-one */
    }
    return 0;
}
