/* Declared but not offered, as the chip has no Internet. */
#ifndef ONCHIP_NETINET_TCP_H
#define ONCHIP_NETINET_TCP_H

#define TCP_NODELAY 1
#define TCP_MAXSEG 2
#define TCP_KEEPIDLE 4

#endif
