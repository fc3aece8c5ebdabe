/* Prints the way that a message takes from each source to all micro-kernels.
 *
 * Arguments: propagation, columns, rows. Prints a line for each message: source, sender,
 * receiver. */
#include <stdio.h>
#include <stdlib.h>

#include "jobs/propagation.h"

#define MOST_KERNELS 64

static struct oc_propagation kernels[MOST_KERNELS];
static struct letter {
    int from, to;
    struct oc_job_header header;
} letters[4 * MOST_KERNELS];
static int first, last;

static void send(void *context, int to, const struct oc_job_message *message) {
    letters[last++] = (struct letter){*(int *)context, to, message->header};
}

int main(int argc, char **argv) {
    static int neighbours[MOST_KERNELS][OC_JOB_NEIGHBOURS];
    if (argc != 4)
        return 2;
    int columns = atoi(argv[2]), count = columns * atoi(argv[3]), sender;
    struct oc_domains domains = {.count = count,
                                 .neighbours = neighbours,
                                 .propagation = (enum oc_job_propagation)atoi(argv[1])};
    struct oc_job_port port = {.context = &sender, .send = send};
    uint32_t sent[OC_JOB_MESSAGE_KINDS] = {0};
    for (int i = 0; i < count; i++) {
        neighbours[i][0] = i % columns + 1 < columns ? i + 1 : -1;
        neighbours[i][1] = i % columns > 0 ? i - 1 : -1;
        neighbours[i][2] = i + columns < count ? i + columns : -1;
        neighbours[i][3] = i - columns >= 0 ? i - columns : -1;
        if (!oc_propagation_make(&kernels[i], i, &domains))
            return 1;
    }
    for (int source = 0; source < count; source++) {
        struct oc_job_message message = {.header = {.kind = OC_JOB_REQUEST}};
        first = last = 0;
        sender = source;
        oc_propagate(&kernels[source], &port, &message, sent);
        for (; first < last; first++) {
            struct letter letter = letters[first];
            printf("%d %d %d\n", source, letter.from, letter.to);
            message.header = letter.header;
            sender = letter.to;
            oc_propagation_forward(&kernels[letter.to], &port, letter.from, &message, sent);
        }
    }
    for (int i = 0; i < count; i++)
        oc_propagation_free(&kernels[i]);
    return 0;
}
