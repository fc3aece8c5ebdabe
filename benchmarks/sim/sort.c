/* Sorts 4,096 words by quicksort, with insertion sort below 16 words. */
#include "kernel.h"

#define COUNT 4096

static unsigned values[COUNT];

static void insertion_sort(unsigned *v, int count) {
    for (int i = 1; i < count; i++) {
        unsigned moved = v[i];
        int j = i;
        for (; j > 0 && v[j - 1] > moved; j--)
            v[j] = v[j - 1];
        v[j] = moved;
    }
}

static void sort(unsigned *v, int count) {
    while (count > 16) {
        unsigned pivot = v[count / 2];
        int low = 0, high = count - 1;
        while (low <= high) {
            while (v[low] < pivot)
                low++;
            while (v[high] > pivot)
                high--;
            if (low <= high) {
                unsigned swapped = v[low];
                v[low++] = v[high];
                v[high--] = swapped;
            }
        }
        sort(v, high + 1);
        v += low;
        count -= low;
    }
    insertion_sort(v, count);
}

unsigned kernel(unsigned repetitions) {
    unsigned sum = 0, random = 1;
    for (unsigned i = 0; i < repetitions; i++) {
        for (int k = 0; k < COUNT; k++) {
            random = random * 1664525 + 1013904223;
            values[k] = random;
        }
        sort(values, COUNT);
        for (int k = 0; k < COUNT; k += 64)
            sum = sum * 31 + values[k];
    }
    return sum;
}
