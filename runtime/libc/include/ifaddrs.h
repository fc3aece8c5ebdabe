/* The functions of this header always fail (libc/posix/absent.h), because the chip has no network
 * interfaces. */
#ifndef _IFADDRS_H
#define _IFADDRS_H

#include <sys/socket.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ifaddrs {
    struct ifaddrs *ifa_next;
    char *ifa_name;
    unsigned ifa_flags;
    struct sockaddr *ifa_addr, *ifa_netmask;
    union {
        struct sockaddr *ifu_broadaddr, *ifu_dstaddr;
    } ifa_ifu;
    void *ifa_data;
};
#define ifa_broadaddr ifa_ifu.ifu_broadaddr
#define ifa_dstaddr ifa_ifu.ifu_dstaddr

int getifaddrs(struct ifaddrs **first);
void freeifaddrs(struct ifaddrs *first);

#ifdef __cplusplus
}
#endif

#endif
