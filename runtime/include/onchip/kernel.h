/* The distributed kernel: mailboxes, portals, syncs and names, as published for Nanvix (Souto et
 * al., "Mailbox, portal and sync"; Uller et al., "LWMPI").
 *
 * A *cluster* consists of the processes of a tile and of the kernel that serves them. The kernel
 * runs on the last core of the tile; `onchip run` starts it for programs that include this header.
 * Clusters are numbered from 0. A function returns a non-negative value, or an errno with a minus
 * sign; docs/kernel.md lists the errors and the cycles that each call takes. Only the first thread
 * of a process may call these functions. */
#ifndef ONCHIP_KERNEL_H
#define ONCHIP_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KMAILBOX_MESSAGE_SIZE 128 /* largest length of a message in a mailbox, in bytes */
#define KPORTAL_PIECE_SIZE 4096   /* unit in which a portal moves data, in bytes */
#define KPORT_LIMIT 65536         /* ports are 0 … KPORT_LIMIT − 1 */
#define KPORT_ANY (-1)
#define KNODE_ANY (-1)
#define KNODE_LIMIT 256 /* largest number of clusters in a job */
#define KNAME_SIZE 32   /* size of the longest name in bytes, including its null byte */
#define KOBJECTS 64     /* largest number of mailboxes, portals and syncs that a process has */

int knode_get_num(void);    /* the caller's cluster */
int knode_count(void);      /* number of clusters in the job; 0 if there is no kernel */
int kprocess_get_num(void); /* number of the caller in the job, as its rank in MPI */
int kprocess_count(void);   /* number of processes in the job, without kernels */
uint64_t kclock(void);      /* cycles since the start; nanoseconds on Linux */
int kcall(void);            /* only calls the kernel; always returns 0 */

/* ---- Mailboxes: many to one, short messages, one slot per sending cluster -------------------- */

/* Creates a mailbox from which the caller reads. A port can belong to only one process of the
 * cluster. */
int kmailbox_create(int port);
int kmailbox_open(int node, int port); /* for writing */
int kmailbox_unlink(int id);           /* for mailboxes that were created */
int kmailbox_close(int id);            /* for mailboxes that were opened */
/* Limits later reads to messages of cluster `node`. KNODE_ANY removes the limit. */
int kmailbox_set_remote(int id, int node);

/* Sends at most KMAILBOX_MESSAGE_SIZE bytes. The caller's cluster has one slot at the receiver. A
 * write waits while this slot is full, and returns when the message is in the slot. kmailbox_read()
 * stores the oldest message for the port, truncated to `bytes` bytes, and returns the length of the
 * message. */
ssize_t kmailbox_write(int id, const void *message, size_t bytes);
ssize_t kmailbox_read(int id, void *message, size_t bytes);

/* Nonblocking write and read. The buffer of kmailbox_awrite() may be reused at once, that of
 * kmailbox_aread() only after kmailbox_wait(). kmailbox_wait() returns the result of the write or
 * read. kmailbox_test() returns 1 if kmailbox_wait() would not wait. */
int kmailbox_awrite(int id, const void *message, size_t bytes);
int kmailbox_aread(int id, void *message, size_t bytes);
int kmailbox_test(int id);
ssize_t kmailbox_wait(int id);

/* ---- Portals: one to one, messages of any length --------------------------------------------- */

int kportal_create(int port);         /* for reading */
int kportal_open(int node, int port); /* for writing */
/* The port of a portal that was opened for writing. The reader passes it to kportal_allow(). */
int kportal_get_port(int id);
int kportal_unlink(int id);
int kportal_close(int id);

/* Allows one write to this portal. The writer must be the portal with port `port` in cluster `node`
 * or, if `port` is KPORT_ANY, any portal of that cluster. The call does not wait. The caller must
 * then read. */
int kportal_allow(int id, int node, int port);

/* Writes data to a portal. The call waits until the reader has allowed the write and has begun to
 * read. Both sides must pass equal numbers of bytes. */
ssize_t kportal_write(int id, const void *data, size_t bytes);
ssize_t kportal_read(int id, void *data, size_t bytes);

/* Nonblocking write and read. The program must not use the buffer until kportal_wait() has
 * returned. A write makes progress whenever its process waits in a call of the kernel. */
int kportal_awrite(int id, const void *data, size_t bytes);
int kportal_aread(int id, void *data, size_t bytes);
int kportal_test(int id);
ssize_t kportal_wait(int id);

/* ---- Syncs: nodes[0] is on one side, all other nodes are on the other side ------------------- */

enum ksync_type {
    SYNC_ONE_TO_ALL = 0, /* nodes[0] signals, the others wait */
    SYNC_ALL_TO_ONE = 1, /* nodes[0] waits for a signal from each of the others */
};

int ksync_create(const int *nodes, int count, int type); /* for waiting */
int ksync_open(const int *nodes, int count, int type);   /* for signalling */
int ksync_unlink(int id);
int ksync_close(int id);
/* consumes one signal of each sender; signals sent before the wait also count */
int ksync_wait(int id);
int ksync_signal(int id);

/* ---- Names ----------------------------------------------------------------------------------- */

struct kname {
    int node;
    int port;
};

/* gives a name to a port of the caller's cluster */
int name_link(const char *name, int port);
/* finds the cluster and the port with this name */
int name_lookup(const char *name, struct kname *found);
int name_unlink(const char *name); /* removes the name */

#ifdef __cplusplus
}
#endif

#endif
