/* An older name for <termios.h>. */
#ifndef ONCHIP_SYS_TERMIOS_H
#define ONCHIP_SYS_TERMIOS_H

#include <termios.h>

#endif
