//! The simulator and the runtime have the same layout of MPI's message queues.

use super::wait_record::assert_equal;
use onchip_simulator::observe::message_queues::*;

#[test]
fn offsets_are_those_of_the_headers() {
    assert_equal(
        "#include <stddef.h>\n#include <mpi/core/match.h>\n",
        &[
            ("offsetof(struct oc_request, next)", REQUEST_NEXT.into()),
            ("offsetof(struct oc_request, bytes)", REQUEST_BYTES.into()),
            ("offsetof(struct oc_request, tag)", REQUEST_TAG.into()),
            ("offsetof(struct oc_request, sender)", REQUEST_SENDER.into()),
            (
                "offsetof(struct oc_request, sender_bits)",
                REQUEST_SENDER_BITS.into(),
            ),
            ("offsetof(struct oc_arrival, next)", ARRIVAL_NEXT.into()),
            (
                "offsetof(struct oc_arrival, envelope.sender)",
                ARRIVAL_SENDER.into(),
            ),
            (
                "offsetof(struct oc_arrival, envelope.tag)",
                ARRIVAL_TAG.into(),
            ),
            (
                "offsetof(struct oc_arrival, envelope.bytes)",
                ARRIVAL_BYTES.into(),
            ),
            ("OC_CONTEXTS", CONTEXTS.into()),
            ("MPI_ANY_TAG", ANY_TAG.into()),
        ],
    );
}
