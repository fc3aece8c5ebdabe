/* Wrong arguments for requests, probes and buffers. */
#include "check.h"

static int value, flag, done;
static MPI_Status status;
static const MPI_Comm self = MPI_COMM_SELF;

typedef int start_function(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static void starts(void) {
    static start_function *const all[] = {MPI_Isend,      MPI_Issend,    MPI_Ibsend,
                                          MPI_Irsend,     MPI_Send_init, MPI_Ssend_init,
                                          MPI_Bsend_init, MPI_Rsend_init};
    MPI_Request request;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        CHECK_CLASS(all[i](&value, 1, MPI_INT, 1, 0, self, &request), MPI_ERR_RANK);
        CHECK_CLASS(all[i](&value, -1, MPI_INT, 0, 0, self, &request), MPI_ERR_COUNT);
        CHECK_CLASS(all[i](&value, 1, MPI_DATATYPE_NULL, 0, 0, self, &request), MPI_ERR_TYPE);
        CHECK_CLASS(all[i](&value, 1, MPI_INT, 0, -5, self, &request), MPI_ERR_TAG);
        CHECK_CLASS(all[i](NULL, 1, MPI_INT, 0, 0, self, &request), MPI_ERR_BUFFER);
        CHECK_CLASS(all[i](&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL, &request), MPI_ERR_COMM);
        CHECK_CLASS(all[i](&value, 1, MPI_INT, 0, 0, self, NULL), MPI_ERR_ARG);
        CHECK_CLASS(all[i](&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, self, &request), MPI_ERR_RANK);
    }
    CHECK_CLASS(MPI_Ssend(&value, 1, MPI_INT, 2, 0, self), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Bsend(&value, 1, MPI_INT, 0, -1, self), MPI_ERR_TAG);
    CHECK_CLASS(MPI_Rsend(&value, -1, MPI_INT, 0, 0, self), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Irecv(&value, 1, MPI_INT, 1, 0, self, &request), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Irecv(&value, 1, MPI_INT, 0, -3, self, &request), MPI_ERR_TAG);
    CHECK_CLASS(MPI_Recv_init(&value, -1, MPI_INT, 0, 0, self, &request), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Sendrecv_replace(&value, 1, MPI_INT, 1, 0, 0, 0, self, &status), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Isendrecv_replace(&value, 1, MPI_INT, 0, 0, 1, 0, self, &request),
                MPI_ERR_RANK);
    CHECK_CLASS(MPI_Isendrecv(&value, 1, MPI_INT, 0, -1, &done, 1, MPI_INT, 0, 0, self, &request),
                MPI_ERR_TAG);
}

/* Invalid handles: one that was never valid, the handle of a completed request, and one of another
 * object. */
static void handles(void) {
    MPI_Request over, wrong[] = {(MPI_Request)&value, (MPI_Request)0, (MPI_Request)&status};
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, self, &over);
    wrong[1] = over;
    MPI_Cancel(&over);
    MPI_Wait(&over, &status);
    for (int i = 0; i < 3; i++) {
        int index;
        MPI_Request request = wrong[i];
        CHECK_CLASS(MPI_Wait(&request, &status), MPI_ERR_REQUEST);
        CHECK_CLASS(MPI_Test(&request, &flag, &status), MPI_ERR_REQUEST);
        CHECK_CLASS(MPI_Waitall(1, &request, &status), MPI_ERR_REQUEST);
        CHECK_CLASS(MPI_Testall(1, &request, &flag, &status), MPI_ERR_REQUEST);
        CHECK_CLASS(MPI_Waitany(1, &request, &index, &status), MPI_ERR_REQUEST);
        CHECK_CLASS(MPI_Testany(1, &request, &index, &flag, &status), MPI_ERR_REQUEST);
        CHECK_CLASS(MPI_Waitsome(1, &request, &done, &index, &status), MPI_ERR_REQUEST);
        CHECK_CLASS(MPI_Testsome(1, &request, &done, &index, &status), MPI_ERR_REQUEST);
        CHECK_CLASS(MPI_Request_free(&request), MPI_ERR_REQUEST);
        CHECK_CLASS(MPI_Cancel(&request), MPI_ERR_REQUEST);
        CHECK_CLASS(MPI_Start(&request), MPI_ERR_REQUEST);
        CHECK_CLASS(MPI_Startall(1, &request), MPI_ERR_REQUEST);
        CHECK_CLASS(MPI_Request_get_status(request, &flag, &status), MPI_ERR_REQUEST);
        CHECK(request == wrong[i]);
    }
    MPI_Request none = MPI_REQUEST_NULL;
    CHECK_CLASS(MPI_Start(&none), MPI_ERR_REQUEST);
    CHECK_CLASS(MPI_Request_free(&none), MPI_ERR_REQUEST);
    CHECK_CLASS(MPI_Cancel(&none), MPI_ERR_REQUEST);
    CHECK_CLASS(MPI_Wait(&none, &status), MPI_SUCCESS);
    CHECK_CLASS(MPI_Wait(NULL, &status), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Waitall(-1, &none, &status), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Waitall(1, NULL, &status), MPI_ERR_ARG);
}

static void persistent(void) {
    MPI_Request request;
    MPI_Recv_init(&value, 1, MPI_INT, 0, 0, self, &request);
    MPI_Start(&request);
    CHECK_CLASS(MPI_Start(&request), MPI_ERR_REQUEST); /* the request is already active */
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    CHECK(request != MPI_REQUEST_NULL);
    MPI_Request_free(&request);
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, self, &request);
    CHECK_CLASS(MPI_Start(&request), MPI_ERR_REQUEST); /* the request is not persistent */
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
}

/* The error of a request is reported when the request is completed. If several are completed in one
 * call, each status contains the error of its request. */
static void truncation(void) {
    static int out[50], in[50];
    MPI_Request requests[3];
    MPI_Status statuses[3];
    for (int i = 0; i < 3; i++)
        MPI_Irecv(in + 10 * i, 2, MPI_INT, 0, i, self, &requests[i]);
    MPI_Send(out, 2, MPI_INT, 0, 0, self);
    MPI_Send(out, 3, MPI_INT, 0, 1, self);
    MPI_Request large;
    MPI_Isend(out, 50, MPI_INT, 0, 2, self, &large);
    CHECK_CLASS(MPI_Waitall(3, requests, statuses), MPI_ERR_IN_STATUS);
    CHECK_CLASS(statuses[0].MPI_ERROR, MPI_SUCCESS);
    CHECK_CLASS(statuses[1].MPI_ERROR, MPI_ERR_TRUNCATE);
    CHECK_CLASS(statuses[2].MPI_ERROR, MPI_ERR_TRUNCATE);
    for (int i = 0; i < 3; i++)
        CHECK(requests[i] == MPI_REQUEST_NULL);
    MPI_Wait(&large, MPI_STATUS_IGNORE);
    MPI_Irecv(in, 2, MPI_INT, 0, 0, self, &requests[0]);
    MPI_Send(out, 3, MPI_INT, 0, 0, self);
    CHECK_CLASS(MPI_Wait(&requests[0], &status), MPI_ERR_TRUNCATE);
}

static void probes(void) {
    MPI_Message message = (MPI_Message)&value;
    MPI_Request request;
    CHECK_CLASS(MPI_Probe(1, 0, self, &status), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Iprobe(0, -9, self, &flag, &status), MPI_ERR_TAG);
    CHECK_CLASS(MPI_Iprobe(0, 0, self, NULL, &status), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Mprobe(0, 0, MPI_COMM_NULL, &message, &status), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Improbe(2, 0, self, &flag, &message, &status), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Mrecv(&value, 1, MPI_INT, &message, &status), MPI_ERR_REQUEST);
    CHECK_CLASS(MPI_Imrecv(&value, 1, MPI_INT, &message, &request), MPI_ERR_REQUEST);
    message = MPI_MESSAGE_NULL;
    CHECK_CLASS(MPI_Mrecv(&value, 1, MPI_INT, &message, &status), MPI_ERR_REQUEST);
}

static void buffers(void) {
    static char memory[100 + MPI_BSEND_OVERHEAD];
    char data[200] = {0};
    void *buffer;
    int bytes;
    CHECK_CLASS(MPI_Buffer_detach(&buffer, &bytes), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Bsend(data, 1, MPI_BYTE, 0, 0, self), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Buffer_attach(memory, -1), MPI_ERR_ARG);
    MPI_Buffer_attach(memory, sizeof memory);
    CHECK_CLASS(MPI_Buffer_attach(memory, sizeof memory), MPI_ERR_BUFFER);
    /* 100 bytes and the overhead fit into the buffer; as many bytes as the buffer has do not. */
    CHECK_CLASS(MPI_Bsend(data, 100, MPI_BYTE, 0, 0, self), MPI_SUCCESS);
    CHECK_CLASS(MPI_Bsend(data, sizeof memory, MPI_BYTE, 0, 0, self), MPI_ERR_BUFFER);
    MPI_Recv(data, 200, MPI_BYTE, 0, 0, self, &status);
    MPI_Buffer_detach(&buffer, &bytes);
}

static const struct test tests[] = {
    {"errors of requests: starting", starts},
    {"errors of requests: handles", handles},
    {"errors of requests: persistent", persistent},
    {"errors of requests: truncation", truncation},
    {"errors of requests: probes", probes},
    {"errors of requests: buffers", buffers},
    {0},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_WORLD);
}
