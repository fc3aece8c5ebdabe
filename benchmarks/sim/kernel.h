/* The kernels that measure the simulator: one function a file, the same object code on the chip and
 * under QEMU. */
#ifndef ONCHIP_KERNEL_H
#define ONCHIP_KERNEL_H

/* Does the work `repetitions` times; the result depends on all of it. */
unsigned kernel(unsigned repetitions);

#endif
