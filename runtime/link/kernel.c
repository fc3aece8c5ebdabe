/* The program of a kernel (kernel/serve/): `onchip run` compiles it and starts one in each tile. */
_Noreturn void oc_kernel_serve(void);

int main(void) {
    oc_kernel_serve();
}
