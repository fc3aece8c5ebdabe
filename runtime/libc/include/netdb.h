/* The functions of this header always fail (libc/posix/absent.h), because the chip has no
 * Internet. */
#ifndef _NETDB_H
#define _NETDB_H

#include <netinet/in.h>
#include <sys/socket.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hostent {
    char *h_name;
    char **h_aliases;
    int h_addrtype, h_length;
    char **h_addr_list;
};
#define h_addr h_addr_list[0]

struct servent {
    char *s_name;
    char **s_aliases;
    int s_port;
    char *s_proto;
};
struct protoent {
    char *p_name;
    char **p_aliases;
    int p_proto;
};
struct addrinfo {
    int ai_flags, ai_family, ai_socktype, ai_protocol;
    socklen_t ai_addrlen;
    struct sockaddr *ai_addr;
    char *ai_canonname;
    struct addrinfo *ai_next;
};
enum {
    AI_PASSIVE = 1,
    AI_CANONNAME = 2,
    AI_NUMERICHOST = 4,
    NI_NUMERICHOST = 1,
    NI_NUMERICSERV = 2
};
enum { NI_MAXHOST = 1025, NI_MAXSERV = 32 };

int getaddrinfo(const char *__restrict host, const char *__restrict service,
                const struct addrinfo *__restrict hints, struct addrinfo **__restrict result);
void freeaddrinfo(struct addrinfo *addresses);
const char *gai_strerror(int error);
int getnameinfo(const struct sockaddr *__restrict address, socklen_t bytes, char *__restrict host,
                socklen_t host_bytes, char *__restrict service, socklen_t service_bytes, int flags);
struct servent *getservbyname(const char *name, const char *protocol);
struct protoent *getprotobyname(const char *name);
struct hostent *gethostbyaddr(const void *address, socklen_t bytes, int type);
struct hostent *gethostbyname(const char *name);

#ifdef __cplusplus
}
#endif

#endif
