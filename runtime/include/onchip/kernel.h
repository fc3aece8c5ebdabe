/* The distributed kernel: mailboxes, portals, syncs and names, as published for Nanvix (Souto et
 * al., "Mailbox, portal and sync"; Uller et al., "LWMPI").
 *
 * A *cluster* consists of the processes of a tile and of the kernel that serves these processes.
 * The kernel runs on the tile's last core; `onchip run` starts it for programs that include this
 * header. Clusters are numbered from 0. A function returns a non-negative value or minus an errno;
 * docs/kernel.md lists the errors and the cost of each call. Only the first thread of a process may
 * call these functions. */
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
#define KPORTAL_PIECE_SIZE 4096   /* a portal moves whole pieces of this size, in bytes */
#define KPORT_LIMIT 65536         /* ports are 0 … KPORT_LIMIT − 1 */
#define KPORT_ANY (-1)
#define KNODE_ANY (-1)
#define KNODE_LIMIT 256 /* largest number of clusters of a job */
#define KNAME_SIZE 32   /* largest size of a name in bytes, including its null byte */
#define KOBJECTS 64     /* largest number of mailboxes, portals and syncs of a process */

int knode_get_num(void);    /* the caller's cluster */
int knode_count(void);      /* clusters of the job; 0: there is no kernel */
int kprocess_get_num(void); /* the caller's number in the job, as MPI's rank */
int kprocess_count(void);   /* processes of the job, not counting kernels */
uint64_t kclock(void);      /* cycles since the start; on Linux nanoseconds */
int kcall(void);            /* this function only calls the kernel, and returns 0 */

/* ---- Mailboxes: many to one, short messages, one slot per sending cluster -------------------- */

/* Creates a mailbox for reading. A port can belong to only one process of the cluster. */
int kmailbox_create(int port);
int kmailbox_open(int node, int port); /* for writing */
int kmailbox_unlink(int id);           /* for mailboxes that were created */
int kmailbox_close(int id);            /* for mailboxes that were opened */
/* From now on, reads take only messages from cluster `node`, or from all clusters with
 * KNODE_ANY. */
int kmailbox_set_remote(int id, int node);

/* A write sends at most KMAILBOX_MESSAGE_SIZE bytes. The caller's cluster has one slot at the
 * receiver: a write waits while this slot is full, and returns when the message is in the slot. A
 * read stores the oldest message for the port, cut to `bytes`, and returns the message's length. */
ssize_t kmailbox_write(int id, const void *message, size_t bytes);
ssize_t kmailbox_read(int id, void *message, size_t bytes);

/* Nonblocking write and read. The buffer of kmailbox_awrite() may be used again at once; that of
 * kmailbox_aread() only after kmailbox_wait(). kmailbox_wait() returns the result of the write or
 * read. kmailbox_test() returns 1 if kmailbox_wait() would return at once. */
int kmailbox_awrite(int id, const void *message, size_t bytes);
int kmailbox_aread(int id, void *message, size_t bytes);
int kmailbox_test(int id);
ssize_t kmailbox_wait(int id);

/* ---- Portals: one to one, messages of any length --------------------------------------------- */

int kportal_create(int port);         /* for reading */
int kportal_open(int node, int port); /* for writing */
/* The port of an opened portal, for kportal_allow() at the reader. */
int kportal_get_port(int id);
int kportal_unlink(int id);
int kportal_close(int id);

/* Allows one write to this portal: by the portal with port `port` of cluster `node` or, if `port`
 * is KPORT_ANY, by any portal of that cluster. The call does not wait. The caller must read
 * afterwards. */
int kportal_allow(int id, int node, int port);

/* A write waits until the reader has allowed the write and has begun to read. Both sides pass the
 * same number of bytes. */
ssize_t kportal_write(int id, const void *data, size_t bytes);
ssize_t kportal_read(int id, void *data, size_t bytes);

/* Nonblocking write and read. The buffer must be left alone until the wait has returned. A write
 * makes progress whenever its process waits in a call of the kernel. */
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
int ksync_wait(int id); /* consumes one signal from each sender; earlier signals count */
int ksync_signal(int id);

/* ---- Names ----------------------------------------------------------------------------------- */

struct kname {
    int node;
    int port;
};

int name_link(const char *name, int port);              /* names a port of the caller's cluster */
int name_lookup(const char *name, struct kname *found); /* finds the name's cluster and port */
int name_unlink(const char *name);                      /* removes the name */

#ifdef __cplusplus
}
#endif

#endif
