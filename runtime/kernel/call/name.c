#include "kernel/call/call.h"

static int name_call(uint32_t kind, const char *name, int port, const char *call) {
    if (!hal_kernels())
        return -ENOSYS;
    if (!name || !*name)
        return -EINVAL;
    size_t length = strlen(name);
    if (length >= KNAME_SIZE)
        return -ENAMETOOLONG;
    struct oc_kernel_element element = {.kind = (uint16_t)kind, .port = port};
    memcpy(element.name, name, length);
    return oc_kernel_call(&element, sizeof element, call, NULL);
}

int name_link(const char *name, int port) {
    if (oc_kernel_bad_port(port))
        return -EINVAL;
    return name_call(CALL_LINK, name, port, "name_link");
}

int name_unlink(const char *name) {
    return name_call(CALL_UNLINK, name, 0, "name_unlink");
}

/* The upper half of the kernel's answer is the cluster, and the lower half the port. */
int name_lookup(const char *name, struct kname *found) {
    if (!found)
        return -EINVAL;
    int value = name_call(CALL_LOOKUP, name, 0, "name_lookup");
    if (value < 0)
        return value;
    found->node = value >> 16;
    found->port = value & 0xffff;
    return 0;
}
