/* picolibc's byte-order functions, and POSIX's Internet addresses as text. */
#ifndef _ARPA_INET_H
#define _ARPA_INET_H

#include_next <arpa/inet.h>
#include <netinet/in.h>

#ifdef __cplusplus
extern "C" {
#endif

in_addr_t inet_addr(const char *text);
int inet_aton(const char *text, struct in_addr *address);
char *inet_ntoa(struct in_addr address);
int inet_pton(int family, const char *__restrict text, void *__restrict address);
const char *inet_ntop(int family, const void *__restrict address, char *__restrict text,
                      socklen_t bytes);

#ifdef __cplusplus
}
#endif

#endif
