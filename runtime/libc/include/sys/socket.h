/* The functions of this header always fail (libc/posix/absent.h), because the chip has no
 * Internet. */
#ifndef _SYS_SOCKET_H
#define _SYS_SOCKET_H

#include <stddef.h>
#include <sys/types.h>
#include <sys/uio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned int socklen_t;
#define __socklen_t_defined /* as in glibc, for programs that test for it */
typedef unsigned short sa_family_t;

#define AF_UNSPEC 0
#define AF_UNIX 1
#define AF_INET 2
#define PF_INET AF_INET
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOL_SOCKET 1
#define SO_REUSEADDR 2
#define SO_TYPE 3
#define SO_ERROR 4
#define SO_BROADCAST 6
#define SO_SNDBUF 7
#define SO_RCVBUF 8
#define SO_KEEPALIVE 9
#define SO_LINGER 13
#define MSG_PEEK 2
#define MSG_WAITALL 0x100
#define MSG_NOSIGNAL 0x4000
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
#define SOCK_RAW 3
#define SOMAXCONN 128
#define AF_INET6 10
#define PF_INET6 AF_INET6
#define PF_UNIX AF_UNIX
#define AF_LOCAL AF_UNIX

struct sockaddr {
    sa_family_t sa_family;
    char sa_data[14];
};

struct sockaddr_storage {
    sa_family_t ss_family;
    char ss_data[126];
};
struct linger {
    int l_onoff, l_linger;
};
struct msghdr {
    void *msg_name;
    socklen_t msg_namelen;
    struct iovec *msg_iov;
    size_t msg_iovlen;
    void *msg_control;
    size_t msg_controllen;
    int msg_flags;
};

int socket(int domain, int type, int protocol);
int bind(int socket, const struct sockaddr *address, socklen_t bytes);
int listen(int socket, int backlog);
int accept(int socket, struct sockaddr *__restrict address, socklen_t *__restrict bytes);
int connect(int socket, const struct sockaddr *address, socklen_t bytes);
ssize_t send(int socket, const void *buffer, size_t bytes, int flags);
ssize_t recv(int socket, void *buffer, size_t bytes, int flags);
int shutdown(int socket, int how);
ssize_t sendto(int socket, const void *buffer, size_t bytes, int flags,
               const struct sockaddr *address, socklen_t length);
ssize_t recvfrom(int socket, void *__restrict buffer, size_t bytes, int flags,
                 struct sockaddr *__restrict address, socklen_t *__restrict length);
ssize_t sendmsg(int socket, const struct msghdr *message, int flags);
ssize_t recvmsg(int socket, struct msghdr *message, int flags);
int socketpair(int domain, int type, int protocol, int sockets[2]);
int getsockname(int socket, struct sockaddr *__restrict address, socklen_t *__restrict bytes);
int getpeername(int socket, struct sockaddr *__restrict address, socklen_t *__restrict bytes);
int getsockopt(int socket, int level, int option, void *__restrict value,
               socklen_t *__restrict bytes);
int setsockopt(int socket, int level, int option, const void *value, socklen_t bytes);

#ifdef __cplusplus
}
#endif

#endif
