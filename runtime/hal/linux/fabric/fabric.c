#include "hal/linux/fabric/fabric.h"

#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_tagged.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* The time after which a peer that takes no message counts as failed. */
#define PATIENCE_SECONDS 10

_Static_assert(sizeof(struct fi_context2) <= sizeof(((struct fabric_event *)0)->library), "room");

static struct fid_av *addresses;
static struct fid_cq *completions;
static struct fid_ep *endpoint;

static const char *wrong(const char *call, int error) {
    static char text[256];
    snprintf(text, sizeof text, "libfabric: %s: %s", call, fi_strerror(-error));
    return text;
}

/* Chooses the first provider that libfabric lists, which is the fastest. */
static int choose(const char *address, struct fi_info **info) {
    struct fi_info *hints = fi_allocinfo();
    hints->ep_attr->type = FI_EP_RDM;
    hints->caps = FI_TAGGED;
    hints->mode = FI_CONTEXT | FI_CONTEXT2;
    hints->domain_attr->cq_data_size = sizeof(uint64_t);
    hints->domain_attr->threading = FI_THREAD_DOMAIN;
    hints->tx_attr->msg_order = hints->rx_attr->msg_order = FI_ORDER_SAS;
    hints->tx_attr->inject_size = FABRIC_SHORT_BYTES;
    int error = fi_getinfo(FI_VERSION(1, 11), address, address ? "0" : NULL,
                           address ? FI_SOURCE : 0, hints, info);
    fi_freeinfo(hints);
    return error;
}

static const char *open_endpoint(const char *address) {
    struct fi_info *info;
    struct fid_fabric *fabric;
    struct fid_domain *domain;
    struct fi_av_attr av = {.type = FI_AV_UNSPEC};
    struct fi_cq_attr cq = {.format = FI_CQ_FORMAT_TAGGED, .wait_obj = FI_WAIT_UNSPEC};
    int error = choose(address, &info);
    if (error)
        return wrong("no provider has tagged messages between machines", error);
    if ((error = fi_fabric(info->fabric_attr, &fabric, NULL)))
        return wrong("fi_fabric", error);
    if ((error = fi_domain(fabric, info, &domain, NULL)))
        return wrong("fi_domain", error);
    if ((error = fi_av_open(domain, &av, &addresses, NULL)))
        return wrong("fi_av_open", error);
    if ((error = fi_cq_open(domain, &cq, &completions, NULL)))
        return wrong("fi_cq_open", error);
    if ((error = fi_endpoint(domain, info, &endpoint, NULL)))
        return wrong("fi_endpoint", error);
    if ((error = fi_ep_bind(endpoint, &addresses->fid, 0)) ||
        (error = fi_ep_bind(endpoint, &completions->fid, FI_TRANSMIT | FI_SELECTIVE_COMPLETION)) ||
        (error = fi_ep_bind(endpoint, &completions->fid, FI_RECV)))
        return wrong("fi_ep_bind", error);
    if ((error = fi_enable(endpoint)))
        return wrong("fi_enable", error);
    fi_freeinfo(info);
    return NULL;
}

static size_t name(void *name) {
    size_t bytes = FABRIC_NAME_BYTES;
    return fi_getname(&endpoint->fid, name, &bytes) ? 0 : bytes;
}

static uint64_t peer(const void *name, size_t bytes) {
    char padded[FABRIC_NAME_BYTES] = {0};
    fi_addr_t number = FI_ADDR_UNSPEC;
    memcpy(padded, name, bytes < sizeof padded ? bytes : sizeof padded);
    fi_av_insert(addresses, padded, 1, &number, 0, NULL);
    return number;
}

static void mark(struct fabric_event *event, int error, size_t bytes, uint64_t word) {
    if (!event)
        return;
    event->error = error;
    event->bytes = bytes;
    event->word = word;
    event->done = true;
}

static void progress(int milliseconds) {
    struct fi_cq_tagged_entry entry = {0};
    struct fi_cq_err_entry failed = {0};
    ssize_t count = milliseconds ? fi_cq_sread(completions, &entry, 1, NULL, milliseconds)
                                 : fi_cq_read(completions, &entry, 1);
    if (count == 1)
        mark(entry.op_context, 0, entry.len, entry.data);
    else if (count == -FI_EAVAIL && fi_cq_readerr(completions, &failed, 0) == 1)
        mark(failed.op_context, failed.err ? failed.err : FI_EIO, 0, 0);
}

static int send_message(uint64_t peer, uint64_t tag, const struct iovec *parts, size_t count,
                        uint64_t word, struct fabric_event *event) {
    struct fi_msg_tagged message = {.msg_iov = parts,
                                    .iov_count = count,
                                    .addr = peer,
                                    .tag = tag,
                                    .context = event,
                                    .data = word};
    uint64_t flags = FI_REMOTE_CQ_DATA | (event ? FI_COMPLETION : FI_INJECT);
    time_t start = time(NULL);
    ssize_t error;
    while ((error = fi_tsendmsg(endpoint, &message, flags)) == -FI_EAGAIN &&
           time(NULL) - start < PATIENCE_SECONDS)
        progress(0);
    return (int)-error;
}

static int receive(void *buffer, size_t bytes, uint64_t tag, struct fabric_event *event) {
    ssize_t error;
    while ((error = fi_trecv(endpoint, buffer, bytes, NULL, FI_ADDR_UNSPEC, tag, 0, event)) ==
           -FI_EAGAIN)
        progress(0);
    return (int)-error;
}

const struct fabric onchip_fabric = {.open = open_endpoint,
                                     .name = name,
                                     .peer = peer,
                                     .send = send_message,
                                     .receive = receive,
                                     .progress = progress};
