/* A two-dimensional Fourier transform: along the rows, transposed, and along the rows again. */
#include "shared.h"

enum { SIDE = 64 };

typedef struct {
    double re, im;
} complex_number;

static complex_number grid[SIDE][SIDE], turned[SIDE][SIDE];
static double cosine[SIDE], sine[SIDE];

static void transform(complex_number *row) {
    for (int i = 0, j = 0; i < SIDE; i++) {
        if (i < j) {
            complex_number one = row[i];
            row[i] = row[j];
            row[j] = one;
        }
        int bit = SIDE / 2;
        while (bit && j & bit) {
            j ^= bit;
            bit /= 2;
        }
        j |= bit;
    }
    for (int length = 2; length <= SIDE; length *= 2)
        for (int start = 0; start < SIDE; start += length)
            for (int k = 0; k < length / 2; k++) {
                complex_number *low = &row[start + k], *high = low + length / 2;
                double c = cosine[k * (SIDE / length)], s = -sine[k * (SIDE / length)];
                double re = high->re * c - high->im * s, im = high->re * s + high->im * c;
                *high = (complex_number){low->re - re, low->im - im};
                *low = (complex_number){low->re + re, low->im + im};
            }
}

int main(int argc, char **argv) {
    (void)argv;
    for (int i = 0; i < SIDE; i++) {
        cosine[i] = cos(2 * 3.14159265358979323846 * i / SIDE);
        sine[i] = sin(2 * 3.14159265358979323846 * i / SIDE);
        for (int j = 0; j < SIDE; j++)
            grid[i][j] = (complex_number){(i * 7 + j * 3) % 11, (i + j) % 5};
    }
    begin();
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < SIDE; i++)
            transform(grid[i]);
#pragma omp for
        for (int i = 0; i < SIDE; i++)
            for (int j = 0; j < SIDE; j++)
                turned[i][j] = grid[j][i];
#pragma omp for
        for (int i = 0; i < SIDE; i++)
            transform(turned[i]);
    }
    end(argc);
    double sum = 0;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            sum += fabs(turned[i][j].re) + fabs(turned[i][j].im);
    printf("%.9g\n", sum);
    return 0;
}
