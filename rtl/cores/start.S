# The first instructions of a program on a bare core. `ebreak` ends the run. The cycle in which it
# issues is not compared, so the cycles of the instruction before it, `nop`, do not count.
  .section .start, "ax"
  .globl _start
_start:
  .option push
  .option norelax
  la gp, __global_pointer$
  .option pop
  la sp, __stack
  li a0, 0
  li a1, 0
  call main
  .option norvc
  nop
  ebreak
  .globl exit
  .type exit, @function
exit:
  ebreak
  j exit
