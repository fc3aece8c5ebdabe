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

/* Values of Linux. Programs test some of the names with #ifdef. */
#define AF_UNSPEC 0
#define AF_UNIX 1
#define AF_LOCAL AF_UNIX
#define AF_FILE AF_UNIX
#define AF_INET 2
#define AF_INET6 10
#define AF_NETLINK 16
#define AF_PACKET 17
#define PF_UNSPEC AF_UNSPEC
#define PF_UNIX AF_UNIX
#define PF_LOCAL AF_LOCAL
#define PF_FILE AF_FILE
#define PF_INET AF_INET
#define PF_INET6 AF_INET6
#define PF_NETLINK AF_NETLINK
#define PF_PACKET AF_PACKET
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
#define SOCK_SEQPACKET 5
#define SOCK_NONBLOCK 04000
#define SOCK_CLOEXEC 02000000
#define SOL_SOCKET 1
#define SO_DEBUG 1
#define SO_REUSEADDR 2
#define SO_TYPE 3
#define SO_ERROR 4
#define SO_DONTROUTE 5
#define SO_BROADCAST 6
#define SO_SNDBUF 7
#define SO_RCVBUF 8
#define SO_KEEPALIVE 9
#define SO_OOBINLINE 10
#define SO_PRIORITY 12
#define SO_LINGER 13
#define SO_REUSEPORT 15
#define SO_RCVLOWAT 18
#define SO_SNDLOWAT 19
#define SO_RCVTIMEO 20
#define SO_SNDTIMEO 21
#define SO_ACCEPTCONN 30
#define SO_PROTOCOL 38
#define SO_DOMAIN 39
#define SCM_RIGHTS 1
#define MSG_OOB 1
#define MSG_PEEK 2
#define MSG_DONTROUTE 4
#define MSG_CTRUNC 8
#define MSG_TRUNC 0x20
#define MSG_DONTWAIT 0x40
#define MSG_EOR 0x80
#define MSG_WAITALL 0x100
#define MSG_NOSIGNAL 0x4000
#define MSG_MORE 0x8000
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
#define SOMAXCONN 4096

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
struct cmsghdr {
    size_t cmsg_len;
    int cmsg_level, cmsg_type;
};
#define CMSG_ALIGN(bytes) (((bytes) + sizeof(size_t) - 1) & ~(sizeof(size_t) - 1))
#define CMSG_LEN(bytes) (CMSG_ALIGN(sizeof(struct cmsghdr)) + (bytes))
#define CMSG_SPACE(bytes) (CMSG_ALIGN(sizeof(struct cmsghdr)) + CMSG_ALIGN(bytes))
#define CMSG_DATA(header) ((unsigned char *)((header) + 1))
#define CMSG_FIRSTHDR(message)                                                                     \
    ((message)->msg_controllen >= sizeof(struct cmsghdr)                                           \
         ? (struct cmsghdr *)(message)->msg_control                                                \
         : (struct cmsghdr *)0)
/* The header after this one, or a null pointer if the message has no room for one. */
#define CMSG_NXTHDR(message, header)                                                               \
    ((unsigned char *)(header) + CMSG_ALIGN((header)->cmsg_len) + sizeof(struct cmsghdr) >         \
             (unsigned char *)(message)->msg_control + (message)->msg_controllen                   \
         ? (struct cmsghdr *)0                                                                     \
         : (struct cmsghdr *)((unsigned char *)(header) + CMSG_ALIGN((header)->cmsg_len)))

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
