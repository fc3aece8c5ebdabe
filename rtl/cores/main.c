/* The main function of a kernel of `benchmarks/sim/`; any other program has its own. */
unsigned kernel(unsigned repetitions) __attribute__((weak));

__attribute__((weak)) int main(void) {
    return (int)kernel(1);
}
