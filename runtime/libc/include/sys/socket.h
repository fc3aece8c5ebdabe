/* Declared, and not offered: the chip has no network but its own. */
#ifndef ONCHIP_SYS_SOCKET_H
#define ONCHIP_SYS_SOCKET_H

#include <stddef.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned int socklen_t;
typedef unsigned short sa_family_t;

#define AF_UNSPEC 0
#define AF_UNIX 1
#define AF_INET 2
#define PF_INET AF_INET
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOL_SOCKET 1
#define SO_REUSEADDR 2

struct sockaddr {
    sa_family_t sa_family;
    char sa_data[14];
};

int socket(int domain, int type, int protocol);
int bind(int socket, const struct sockaddr *address, socklen_t bytes);
int listen(int socket, int backlog);
int accept(int socket, struct sockaddr *restrict address, socklen_t *restrict bytes);
int connect(int socket, const struct sockaddr *address, socklen_t bytes);
ssize_t send(int socket, const void *buffer, size_t bytes, int flags);
ssize_t recv(int socket, void *buffer, size_t bytes, int flags);
int shutdown(int socket, int how);
int setsockopt(int socket, int level, int option, const void *value, socklen_t bytes);

#ifdef __cplusplus
}
#endif

#endif
