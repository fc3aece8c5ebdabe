/* Declared, and not offered: the chip has no network but its own. */
#ifndef ONCHIP_NETINET_TCP_H
#define ONCHIP_NETINET_TCP_H

#define TCP_NODELAY 1
#define TCP_MAXSEG 2
#define TCP_KEEPIDLE 4

#endif
