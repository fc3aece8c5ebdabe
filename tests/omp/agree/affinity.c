/* Affinity formats (OpenMP 5.2, 21.2.5). */
#include <omp.h>
#include <stdio.h>

static void show(const char *format) {
    char text[100];
    size_t length = omp_capture_affinity(text, sizeof text, format);
    printf("%s: [%s] %d\n", format, text, (int)length);
}

int main(void) {
    static const char *const formats[] = {
        "%a",    "%0.1a", "%0.2a", "%0.7a", "%.7a", "%7a", "%0.12{ancestor_tnum}",
        "%0.3n", "%5L|",  "%.4T",  "%0.4N", "%2n|", "%t%%"};
    for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++)
        show(formats[i]);
#pragma omp parallel num_threads(2)
#pragma omp masked filter(1)
    for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++)
        show(formats[i]);
    return 0;
}
