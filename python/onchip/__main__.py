"""`python -m onchip` is the command `onchip`."""

from onchip.cli import main

main()
