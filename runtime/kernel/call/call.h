/* The programs' side of the kernel's interface: checks of arguments, calls of the kernel, and the
 * state of a process' objects. */
#ifndef KERNEL_CALL_CALL_H
#define KERNEL_CALL_CALL_H

#include <errno.h>
#include <string.h>

#include "kernel/protocol.h"

/* An object of this process. The program names it by its index in oc_kernel_handles. */
struct oc_kernel_handle {
    uint32_t kind; /* enum oc_kernel_object; FREE: none */
    int32_t id;    /* the kernel's number of the object */
    int32_t node;  /* cluster that the object waits for; KNODE_ANY: any cluster */
    int32_t port;
    const void *data; /* data of a pending write to a portal */
    uint32_t bytes;
};

extern struct oc_kernel_handle oc_kernel_handles[KOBJECTS];

/* Calls the kernel and waits for its answer. Tools can then read that the process waits in `call`
 * for the object `waits_for` (null: for the kernel itself). */
int oc_kernel_call(struct oc_kernel_element *element, size_t bytes, const char *call,
                   const struct oc_kernel_handle *waits_for);

/* The process' cluster; −1 if it has none. */
int oc_kernel_cluster(void);

/* Returns the object that the program names by `id`, if the object's kind is `one` or `other`;
 * otherwise null. */
static inline struct oc_kernel_handle *oc_kernel_handle(int id, uint32_t one, uint32_t other) {
    if (id < 0 || id >= KOBJECTS)
        return NULL;
    struct oc_kernel_handle *handle = &oc_kernel_handles[id];
    return handle->kind && (handle->kind == one || handle->kind == other) ? handle : NULL;
}

/* Makes an object, which `element` describes to the kernel. Returns the object's number or an
 * error. */
int oc_kernel_open(struct oc_kernel_element *element, size_t bytes, uint32_t kind, int node,
                   int port, const char *call);
int oc_kernel_close(int id, uint32_t kind, const char *call);

/* Makes the call `kind` for an object, with or without a buffer (null). */
int oc_kernel_operate(struct oc_kernel_handle *handle, uint32_t kind, const void *buffer,
                      size_t bytes, const char *call);
/* Writes to a mailbox. A short message travels with the call. */
int oc_kernel_write(struct oc_kernel_handle *handle, uint32_t kind, const void *message,
                    size_t bytes, const char *call);

/* Begins an operation without waiting for the kernel. When the operation ends, the kernel writes a
 * notice (record.h) into the calling process' shared block. The notice must be 0 before the call.
 * The caller has checked all arguments. */
struct oc_kernel_begin {
    uint32_t kind; /* CALL_START or CALL_ALLOW; the end of CALL_ALLOW is not reported */
    int node;      /* the peer of a write or an allow */
    int port;
    const void *buffer;
    size_t bytes;
    const struct oc_kernel_notice *notice; /* ignored by an allow */
};
void oc_kernel_begin(int number, const struct oc_kernel_begin *what);

/* Moves the data of a write to a portal, if the kernel has granted such a write. Returns false if
 * it has granted none. */
bool oc_kernel_move_granted(void);

static inline int oc_kernel_bad_port(int port) {
    return port < 0 || port >= KPORT_LIMIT;
}

static inline int oc_kernel_bad_node(int node) {
    return node < 0 || node >= hal_kernels();
}

#endif
