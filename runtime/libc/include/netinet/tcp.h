/* Options of TCP connections, for programs that name them. The chip has no Internet. */
#ifndef _NETINET_TCP_H
#define _NETINET_TCP_H

#define TCP_NODELAY 1
#define TCP_MAXSEG 2
#define TCP_CORK 3
#define TCP_KEEPIDLE 4
#define TCP_KEEPINTVL 5
#define TCP_KEEPCNT 6
#define TCP_DEFER_ACCEPT 9

#endif
