/* A master hands out numbers to free workers; a worker answers with all prime factors, whose count
 * the master does not know. */
#include "serial.h"

#define TASKS 60
#define MOST 32 /* factors */

enum { WORK, STOP, ANSWER };

static int number_of(int task) {
    return 2 + task * task * 37 % 5000;
}

static int factors_of(int number, int *factors) {
    int count = 0;
    for (int divisor = 2; number > 1; divisor++)
        for (; number % divisor == 0; number /= divisor)
            factors[count++] = divisor;
    return count;
}

static void work(void) {
    int task, answer[1 + MOST];
    MPI_Status status;
    for (;;) {
        MPI_Recv(&task, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == STOP)
            return;
        answer[0] = task;
        int count = factors_of(number_of(task), answer + 1);
        MPI_Send(answer, 1 + count, MPI_INT, 0, ANSWER, MPI_COMM_WORLD);
    }
}

/* Returns whether all answers are right and there is one for every task. */
static int hand_out(int workers) {
    int next = 0, busy = 0, seen[TASKS] = {0}, is_right = 1;
    for (int worker = 1; worker <= workers; worker++) {
        MPI_Send(&next, 1, MPI_INT, worker, next < TASKS ? WORK : STOP, MPI_COMM_WORLD);
        busy += next++ < TASKS;
    }
    while (busy) {
        MPI_Status status;
        int length, expected[MOST];
        MPI_Probe(MPI_ANY_SOURCE, ANSWER, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &length);
        int *answer = malloc(sizeof(int) * (size_t)length);
        MPI_Recv(answer, length, MPI_INT, status.MPI_SOURCE, ANSWER, MPI_COMM_WORLD, &status);
        is_right &= length == 1 + factors_of(number_of(answer[0]), expected);
        for (int i = 1; i < length; i++)
            is_right &= answer[i] == expected[i - 1];
        seen[answer[0]]++;
        free(answer);
        MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, next < TASKS ? WORK : STOP, MPI_COMM_WORLD);
        busy -= next++ >= TASKS;
    }
    for (int task = 0; task < TASKS; task++)
        is_right &= seen[task] == 1;
    return is_right;
}

int main(int argc, char **argv) {
    int rank, size, is_right = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank)
        work();
    else if (size > 1)
        is_right = hand_out(size - 1);
    return end("farm", is_right);
}
