/* The distributed kernel: mailboxes, portals, syncs and names, as published for Nanvix (Souto et
 * al., "Mailbox, portal and sync"; Uller et al., "LWMPI").
 *
 * A *cluster* is the processes of a tile and the kernel that serves them, which runs on the tile's
 * last core; `onchip run` starts it beside programs that include this. Clusters are numbered from
 * 0. A function returns a value that is not negative, or minus an errno; docs/kernel.md lists them
 * and what each call costs. Only the first thread of a process calls them.
 */
#ifndef ONCHIP_KERNEL_H
#define ONCHIP_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KMAILBOX_MESSAGE_SIZE 128 /* the longest message of a mailbox, in bytes */
#define KPORTAL_PIECE_SIZE 4096   /* a portal moves whole ones of these */
#define KPORT_LIMIT 65536         /* ports are 0 … KPORT_LIMIT − 1 */
#define KPORT_ANY (-1)
#define KNODE_ANY (-1)
#define KNODE_LIMIT 256 /* clusters of a job at most */
#define KNAME_SIZE 32   /* of a name, with its null byte */
#define KOBJECTS 64     /* mailboxes, portals and syncs that a process has at most */

int knode_get_num(void);    /* the caller's cluster */
int knode_count(void);      /* clusters of the job; 0: there is no kernel */
int kprocess_get_num(void); /* the caller's number in the job, as MPI's rank */
int kprocess_count(void);   /* processes of the job, kernels not among them */
uint64_t kclock(void);      /* cycles since the start; on Linux nanoseconds */
int kcall(void);            /* a call that does nothing but reach the kernel: 0 */

/* ---- Mailboxes: many to one, small messages, a slot for each sending cluster ----------------- */

int kmailbox_create(int port);         /* to read from; no other process of the cluster has it */
int kmailbox_open(int node, int port); /* to write to */
int kmailbox_unlink(int id);           /* ends what create gave */
int kmailbox_close(int id);            /* ends what open gave */
/* Reads take messages of this cluster only; KNODE_ANY: of all. */
int kmailbox_set_remote(int id, int node);

/* Write: at most KMAILBOX_MESSAGE_SIZE bytes; returns when the message is in the slot that the
 * caller's cluster has at the receiver; waits while that is full. Read: the oldest message for the
 * port, cut to `bytes`; gives its length. */
ssize_t kmailbox_write(int id, const void *message, size_t bytes);
ssize_t kmailbox_read(int id, void *message, size_t bytes);

/* Nonblocking write and read. The buffer of kmailbox_awrite may be used again at once, that of
 * kmailbox_aread after kmailbox_wait, which gives what write and read give. kmailbox_test gives 1
 * if kmailbox_wait would return at once. */
int kmailbox_awrite(int id, const void *message, size_t bytes);
int kmailbox_aread(int id, void *message, size_t bytes);
int kmailbox_test(int id);
ssize_t kmailbox_wait(int id);

/* ---- Portals: one to one, messages of any length --------------------------------------------- */

int kportal_create(int port);         /* to read from */
int kportal_open(int node, int port); /* to write to */
int kportal_get_port(int id);         /* of what open gave: its own port, for kportal_allow */
int kportal_unlink(int id);
int kportal_close(int id);

/* Allows one write to the portal, by any portal of that cluster (KPORT_ANY), or that one. Does not
 * wait. A read follows. */
int kportal_allow(int id, int node, int port);

/* Write: waits for the allow and the read. Both sides name the same number of bytes. */
ssize_t kportal_write(int id, const void *data, size_t bytes);
ssize_t kportal_read(int id, void *data, size_t bytes);

/* In two parts: both leave the buffer alone until the wait has returned. A write makes progress
 * whenever its process waits in a call of the kernel. */
int kportal_awrite(int id, const void *data, size_t bytes);
int kportal_aread(int id, void *data, size_t bytes);
int kportal_test(int id);
ssize_t kportal_wait(int id);

/* ---- Syncs: nodes[0] and the others ---------------------------------------------------------- */

enum ksync_type {
    SYNC_ONE_TO_ALL = 0, /* nodes[0] signals, the others wait */
    SYNC_ALL_TO_ONE = 1, /* nodes[0] waits for a signal of each of the others */
};

int ksync_create(const int *nodes, int count, int type); /* to wait */
int ksync_open(const int *nodes, int count, int type);   /* to signal */
int ksync_unlink(int id);
int ksync_close(int id);
int ksync_wait(int id); /* takes one signal (of each); those that came before it count */
int ksync_signal(int id);

/* ---- Names ----------------------------------------------------------------------------------- */

struct kname {
    int node;
    int port;
};

int name_link(const char *name, int port);              /* names a port of the caller's cluster */
int name_lookup(const char *name, struct kname *found); /* its cluster and port */
int name_unlink(const char *name);                      /* takes the name away */

#ifdef __cplusplus
}
#endif

#endif
