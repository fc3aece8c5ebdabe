/* The addresses of local sockets, for programs that name them. The chip has no sockets. */
#ifndef _SYS_UN_H
#define _SYS_UN_H

#include <sys/socket.h>

struct sockaddr_un {
    sa_family_t sun_family;
    char sun_path[108];
};
/* The length of an address. Programs include <string.h> for it, too. */
#define SUN_LEN(address) (offsetof(struct sockaddr_un, sun_path) + strlen((address)->sun_path))

#endif
