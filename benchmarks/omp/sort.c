/* Merge sort by tasks: the cycles to sort 2,048 numbers in the memory of thread 0. In one version
 * every number is loaded and stored there, across the network for threads in other tiles. In the
 * other a task copies its part next to its core, works on it there, and copies the result back. */
#include <onchip_copy.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seconds.h"

#define COUNT 2048
#define PART 256 /* the most numbers that one task sorts or merges by itself */
#define FEW 8    /* the most numbers that are sorted by insertion */

static int numbers[COUNT], room[COUNT];
static bool with_copies;

static void merge_words(const int *a, int a_count, const int *b, int b_count, int *to) {
    const int *a_end = a + a_count, *b_end = b + b_count;
    while (a < a_end && b < b_end)
        *to++ = *b < *a ? *b++ : *a++;
    while (a < a_end)
        *to++ = *a++;
    while (b < b_end)
        *to++ = *b++;
}

static void insert_words(int *numbers, int count) {
    for (int i = 1; i < count; i++) {
        int number = numbers[i], at = i;
        for (; at > 0 && numbers[at - 1] > number; at--)
            numbers[at] = numbers[at - 1];
        numbers[at] = number;
    }
}

/* Sorts within `from` or, if requested, into `to`; uses both arrays. */
static void sort_words(int *from, int count, int *to, bool is_into) {
    if (count <= FEW) {
        insert_words(from, count);
        if (is_into)
            memcpy(to, from, (size_t)count * sizeof *to);
        return;
    }
    int half = count / 2;
    sort_words(from, half, to, !is_into);
    sort_words(from + half, count - half, to + half, !is_into);
    if (is_into)
        merge_words(from, half, from + half, count - half, to);
    else
        merge_words(to, half, to + half, count - half, from);
}

static void merge_part(const int *a, int a_count, const int *b, int b_count, int *to) {
    if (!with_copies) {
        merge_words(a, a_count, b, b_count, to);
        return;
    }
    int near[PART], merged[PART], count = a_count + b_count;
    int first = onchip_copy_in(near, a, (size_t)a_count * sizeof *a);
    int second = onchip_copy_in(near + a_count, b, (size_t)b_count * sizeof *b);
    onchip_copy_wait(first);
    onchip_copy_wait(second);
    merge_words(near, a_count, near + a_count, b_count, merged);
    onchip_copy_wait(onchip_copy_out(to, merged, (size_t)count * sizeof *to));
}

static void sort_part(int *from, int count, int *to, bool is_into) {
    if (!with_copies) {
        sort_words(from, count, to, is_into);
        return;
    }
    int near[PART], spare[PART];
    size_t bytes = (size_t)count * sizeof *from;
    onchip_copy_wait(onchip_copy_in(near, from, bytes));
    sort_words(near, count, spare, false);
    onchip_copy_wait(onchip_copy_out(is_into ? to : from, near, bytes));
}

/* The number of elements of `numbers`, which is sorted, that are less than `number`. */
static int less_than(int number, const int *numbers, int count) {
    int from = 0;
    while (from < count) {
        int middle = (from + count) / 2;
        if (numbers[middle] < number)
            from = middle + 1;
        else
            count = middle;
    }
    return from;
}

/* Merges the lower numbers of both parts in a task, and the higher ones at the same time. */
static void merge(const int *a, int a_count, const int *b, int b_count, int *to) {
    if (a_count + b_count <= PART) {
        merge_part(a, a_count, b, b_count, to);
        return;
    }
    if (a_count < b_count) {
        merge(b, b_count, a, a_count, to);
        return;
    }
    int a_low = a_count / 2, b_low = less_than(a[a_low], b, b_count);
#pragma omp task
    merge(a, a_low, b, b_low, to);
    merge(a + a_low, a_count - a_low, b + b_low, b_count - b_low, to + a_low + b_low);
#pragma omp taskwait
}

static void sort(int *from, int count, int *to, bool is_into) {
    if (count <= PART) {
        sort_part(from, count, to, is_into);
        return;
    }
    int half = count / 2;
#pragma omp task
    sort(from, half, to, !is_into);
    sort(from + half, count - half, to + half, !is_into);
#pragma omp taskwait
    if (is_into)
        merge(from, half, from + half, count - half, to);
    else
        merge(to, half, to + half, count - half, from);
}

static void fill(void) {
    unsigned state = 1;
    for (int i = 0; i < COUNT; i++) {
        state = state * 1664525u + 1013904223u;
        numbers[i] = (int)(state >> 8);
    }
}

static unsigned sum(void) {
    unsigned sum = 0;
    for (int i = 0; i < COUNT; i++)
        sum += (unsigned)numbers[i];
    return sum;
}

int main(void) {
    for (int round = 0; round < 3; round++) { /* the first round is for set-up */
        with_copies = round == 2;
        fill();
        unsigned before = sum();
        double start = seconds();
#pragma omp parallel
#pragma omp single
        sort(numbers, COUNT, room, false);
        double taken = seconds() - start;
        if (sum() != before)
            return EXIT_FAILURE;
        for (int i = 1; i < COUNT; i++)
            if (numbers[i - 1] > numbers[i])
                return EXIT_FAILURE;
        if (round)
            printf("sort_%s %.0f\n", with_copies ? "copies" : "words", taken * CYCLES_A_SECOND);
    }
    return EXIT_SUCCESS;
}
