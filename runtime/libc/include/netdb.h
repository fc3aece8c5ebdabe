/* The functions that look for addresses always fail (libc/posix/absent.h), because the chip has no
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

/* Values of glibc. Programs test some of the names with #ifdef. */
#define AI_PASSIVE 1
#define AI_CANONNAME 2
#define AI_NUMERICHOST 4
#define AI_V4MAPPED 8
#define AI_ALL 0x10
#define AI_ADDRCONFIG 0x20
#define AI_NUMERICSERV 0x400
#define NI_NUMERICHOST 1
#define NI_NUMERICSERV 2
#define NI_NOFQDN 4
#define NI_NAMEREQD 8
#define NI_DGRAM 16
#define NI_MAXHOST 1025
#define NI_MAXSERV 32
#define EAI_BADFLAGS (-1)
#define EAI_NONAME (-2)
#define EAI_AGAIN (-3)
#define EAI_FAIL (-4)
#define EAI_NODATA (-5)
#define EAI_FAMILY (-6)
#define EAI_SOCKTYPE (-7)
#define EAI_SERVICE (-8)
#define EAI_ADDRFAMILY (-9)
#define EAI_MEMORY (-10)
#define EAI_SYSTEM (-11)
#define EAI_OVERFLOW (-12)
#define NETDB_INTERNAL (-1)
#define NETDB_SUCCESS 0
#define HOST_NOT_FOUND 1
#define TRY_AGAIN 2
#define NO_RECOVERY 3
#define NO_DATA 4
#define NO_ADDRESS NO_DATA

/* Why a search for a host has failed: always NETDB_INTERNAL, whose reason is in errno. */
extern int h_errno;
#define h_errno h_errno

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
const char *hstrerror(int error);
void herror(const char *prefix);

#ifdef __cplusplus
}
#endif

#endif
