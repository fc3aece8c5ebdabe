#include "hal/store.h"
#include "kernel/call/call.h"

int kportal_create(int port) {
    if (oc_kernel_bad_port(port))
        return -EINVAL;
    struct oc_kernel_element element = {.port = port};
    return oc_kernel_open(&element, ELEMENT_HEAD, PORTAL_IN, KNODE_ANY, port, "kportal_create");
}

int kportal_open(int node, int port) {
    if (!hal_kernels())
        return -ENOSYS;
    if (oc_kernel_bad_port(port) || oc_kernel_bad_node(node))
        return -EINVAL;
    struct oc_kernel_element element = {.port = port, .remote = node};
    return oc_kernel_open(&element, ELEMENT_HEAD, PORTAL_OUT, node, port, "kportal_open");
}

int kportal_get_port(int id) {
    struct oc_kernel_handle *handle = oc_kernel_handle(id, PORTAL_OUT, PORTAL_OUT);
    return handle ? handle->id : -EBADF;
}

int kportal_unlink(int id) {
    return oc_kernel_close(id, PORTAL_IN, "kportal_unlink");
}

int kportal_close(int id) {
    return oc_kernel_close(id, PORTAL_OUT, "kportal_close");
}

int kportal_allow(int id, int node, int port) {
    struct oc_kernel_handle *handle = oc_kernel_handle(id, PORTAL_IN, PORTAL_IN);
    if (!handle)
        return -EBADF;
    if (oc_kernel_bad_node(node) || (port != KPORT_ANY && oc_kernel_bad_port(port)))
        return -EINVAL;
    struct oc_kernel_element element = {
        .kind = CALL_ALLOW, .id = handle->id, .remote = node, .port = port};
    int error = oc_kernel_call(&element, ELEMENT_HEAD, "kportal_allow", NULL);
    if (!error)
        handle->node = node;
    return error;
}

static int write(int id, uint32_t kind, const void *data, size_t bytes, const char *call) {
    struct oc_kernel_handle *handle = oc_kernel_handle(id, PORTAL_OUT, PORTAL_OUT);
    if (!handle)
        return -EBADF;
    if ((bytes && !data) || bytes > INT32_MAX)
        return -EINVAL;
    const void *data_before = handle->data;
    uint32_t bytes_before = handle->bytes;
    handle->data = data;
    handle->bytes = (uint32_t)bytes;
    int result = oc_kernel_operate(handle, kind, NULL, bytes, call);
    if (result == -EBUSY) {
        handle->data = data_before;
        handle->bytes = bytes_before;
    }
    return result;
}

static int read(int id, uint32_t kind, void *data, size_t bytes, const char *call) {
    struct oc_kernel_handle *handle = oc_kernel_handle(id, PORTAL_IN, PORTAL_IN);
    if (!handle)
        return -EBADF;
    if ((bytes && (!data || !hal_global(data))) || bytes > INT32_MAX)
        return -EINVAL;
    return oc_kernel_operate(handle, kind, data, bytes, call);
}

ssize_t kportal_write(int id, const void *data, size_t bytes) {
    return write(id, CALL_RUN, data, bytes, "kportal_write");
}

int kportal_awrite(int id, const void *data, size_t bytes) {
    return write(id, CALL_START, data, bytes, "kportal_awrite");
}

ssize_t kportal_read(int id, void *data, size_t bytes) {
    return read(id, CALL_RUN, data, bytes, "kportal_read");
}

int kportal_aread(int id, void *data, size_t bytes) {
    return read(id, CALL_START, data, bytes, "kportal_aread");
}

int kportal_test(int id) {
    struct oc_kernel_handle *handle = oc_kernel_handle(id, PORTAL_IN, PORTAL_OUT);
    return handle ? oc_kernel_operate(handle, CALL_TEST, NULL, 0, "kportal_test") : -EBADF;
}

ssize_t kportal_wait(int id) {
    struct oc_kernel_handle *handle = oc_kernel_handle(id, PORTAL_IN, PORTAL_OUT);
    return handle ? oc_kernel_operate(handle, CALL_WAIT, NULL, 0, "kportal_wait") : -EBADF;
}
