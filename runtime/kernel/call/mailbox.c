#include "hal/store.h"
#include "kernel/call/call.h"

int kmailbox_create(int port) {
    if (oc_kernel_bad_port(port))
        return -EINVAL;
    struct oc_kernel_element element = {.port = port};
    return oc_kernel_open(&element, ELEMENT_HEAD, MAILBOX_IN, KNODE_ANY, port, "kmailbox_create");
}

int kmailbox_open(int node, int port) {
    if (!hal_kernels())
        return -ENOSYS;
    if (oc_kernel_bad_port(port) || oc_kernel_bad_node(node))
        return -EINVAL;
    struct oc_kernel_element element = {.port = port, .remote = node};
    return oc_kernel_open(&element, ELEMENT_HEAD, MAILBOX_OUT, node, port, "kmailbox_open");
}

int kmailbox_unlink(int id) {
    return oc_kernel_close(id, MAILBOX_IN, "kmailbox_unlink");
}

int kmailbox_close(int id) {
    return oc_kernel_close(id, MAILBOX_OUT, "kmailbox_close");
}

int kmailbox_set_remote(int id, int node) {
    struct oc_kernel_handle *handle = oc_kernel_handle(id, MAILBOX_IN, MAILBOX_IN);
    if (!handle)
        return -EBADF;
    if (node != KNODE_ANY && oc_kernel_bad_node(node))
        return -EINVAL;
    struct oc_kernel_element element = {.kind = CALL_SET_REMOTE, .id = handle->id, .remote = node};
    int error = oc_kernel_call(&element, ELEMENT_HEAD, "kmailbox_set_remote", NULL);
    if (!error)
        handle->node = node;
    return error;
}

/* The kernel reads the message from the caller's memory, so the message must be in memory that the
 * kernel can read. It reads the message before it answers or, if the caller waits, before the
 * operation is complete. */
static int write(int id, uint32_t kind, const void *message, size_t bytes, const char *call) {
    struct oc_kernel_handle *handle = oc_kernel_handle(id, MAILBOX_OUT, MAILBOX_OUT);
    if (!handle)
        return -EBADF;
    if (bytes > KMAILBOX_MESSAGE_SIZE)
        return -EMSGSIZE;
    if (bytes && !message)
        return -EINVAL;
    unsigned char copy[KMAILBOX_MESSAGE_SIZE];
    if (bytes > KERNEL_SHORT && !hal_global(message))
        message = memcpy(copy, message, bytes);
    return oc_kernel_write(handle, kind, message, bytes, call);
}

static int read(int id, uint32_t kind, void *message, size_t bytes, const char *call) {
    struct oc_kernel_handle *handle = oc_kernel_handle(id, MAILBOX_IN, MAILBOX_IN);
    if (!handle)
        return -EBADF;
    if (bytes && (!message || !hal_global(message)))
        return -EINVAL;
    if (bytes > KMAILBOX_MESSAGE_SIZE)
        bytes = KMAILBOX_MESSAGE_SIZE;
    return oc_kernel_operate(handle, kind, message, bytes, call);
}

ssize_t kmailbox_write(int id, const void *message, size_t bytes) {
    return write(id, CALL_RUN, message, bytes, "kmailbox_write");
}

int kmailbox_awrite(int id, const void *message, size_t bytes) {
    return write(id, CALL_START, message, bytes, "kmailbox_awrite");
}

ssize_t kmailbox_read(int id, void *message, size_t bytes) {
    return read(id, CALL_RUN, message, bytes, "kmailbox_read");
}

int kmailbox_aread(int id, void *message, size_t bytes) {
    return read(id, CALL_START, message, bytes, "kmailbox_aread");
}

int kmailbox_test(int id) {
    struct oc_kernel_handle *handle = oc_kernel_handle(id, MAILBOX_IN, MAILBOX_OUT);
    return handle ? oc_kernel_operate(handle, CALL_TEST, NULL, 0, "kmailbox_test") : -EBADF;
}

ssize_t kmailbox_wait(int id) {
    struct oc_kernel_handle *handle = oc_kernel_handle(id, MAILBOX_IN, MAILBOX_OUT);
    return handle ? oc_kernel_operate(handle, CALL_WAIT, NULL, 0, "kmailbox_wait") : -EBADF;
}
