#!/bin/sh
# Runs a command that starts programs of the chip by their names, as `make check` and test scripts
# do:
#
#   ONCHIP/build/chip/programs.sh make check
#
# ONCHIP_RUN has the options of `onchip run`; the default is `-n 1`. This file tells Linux, for the
# processes of this command only, to execute such programs by this file. This needs Linux 6.7.
set -e
here=$(cd "$(dirname "$0")" && pwd)
if test "$ONCHIP_PROGRAMS"; then
    onchip=$here/../../.venv/bin/onchip
    test -x "$onchip" || onchip=onchip
    exec "$onchip" run ${ONCHIP_RUN--n 1} -- "$@"
fi
export ONCHIP_PROGRAMS="$here/programs.sh"
# The first bytes of an ELF file: 32 bits, an executable file (2), for RISC-V (0xf3).
exec unshare --user --map-current-user --keep-caps --mount sh -c '
    kind="\x7fELF\x01\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xf3\x00"
    mount -t binfmt_misc none /proc/sys/fs/binfmt_misc &&
    printf "%s" ":onchip:M::$kind::$ONCHIP_PROGRAMS:" >/proc/sys/fs/binfmt_misc/register &&
    exec "$@"' sh "$@"
