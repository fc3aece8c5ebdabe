//! Recorded packets: their text form, and replays.

use super::mesh;
use crate::traffic::recorded::{Ends, RecordedPacket, Recording, Replay};
use proptest::prelude::*;
use std::time::Duration;

fn packet(number: u32) -> impl Strategy<Value = RecordedPacket> {
    let pairs = || prop::collection::vec((0u8..4, 1u64..9), 0..3);
    (
        (
            0usize..2,
            0usize..6,
            0usize..6,
            4u8..=8,
            0u8..8,
            (any::<bool>(), 0u64..40),
        ),
        prop::collection::vec(0..number.max(1), if number == 0 { 0..1 } else { 0..3 }),
        (pairs(), pairs(), any::<u32>()),
    )
        .prop_map(|(ends, waited, (pauses, holds, sent))| {
            let (network, source, target, flits, level, (is_timed, delay)) = ends;
            RecordedPacket {
                network,
                source,
                target,
                flits,
                level,
                delay,
                is_timed,
                waited,
                pauses,
                holds,
                sent: sent.into(),
                taken: u64::from(sent) + 1,
            }
        })
}

fn recording() -> impl Strategy<Value = Recording> {
    (0u32..30).prop_flat_map(|count| {
        let packets: Vec<_> = (0..count).map(packet).collect();
        packets.prop_map(|packets| Recording {
            chip: "test".into(),
            ends: Ends::of(&mesh(3, 2, "")),
            packets,
        })
    })
}

proptest! {
    #[test]
    fn texts_are_read_as_written(recording in recording()) {
        prop_assert_eq!(Recording::parse(&recording.text()), Ok(recording));
    }

    /// Any file is either accepted or refused with the number of the wrong line.
    #[test]
    fn wrong_texts_are_refused(
        recording in recording(), at: usize, wrong in "[0-9:,. -]{0,6}|x",
    ) {
        let mut text = recording.text();
        let at = at % text.len();
        text.replace_range(at..=at, &wrong);
        if let Err(mistake) = Recording::parse(&text) {
            prop_assert!((1..=text.lines().count().max(1)).contains(&mistake.line));
            prop_assert!(mistake.text.contains("right: "));
        }
    }

    /// All packets arrive. A packet leaves no earlier than its delay after the packets for which it
    /// waits. The recording of a replay can be replayed in the same cycles.
    #[test]
    fn replays_keep_what_packets_wait_for(recording in recording()) {
        let mut replay = Replay::new(&mesh(3, 2, ""), recording.clone()).unwrap();
        prop_assert!(replay.run(Duration::MAX));
        let cycles = replay.cycles();
        for (number, packet) in recording.packets.iter().enumerate() {
            let same = |other: &RecordedPacket| {
                (other.network, other.source) == (packet.network, packet.source)
            };
            let before = recording.packets[..number].iter().rposition(same);
            let left = before.map(|before| cycles[before].0);
            let come = packet.waited.iter().map(|&other| cycles[other as usize].1);
            let earliest = match packet.is_timed {
                true => come.max().unwrap_or(0).max(packet.delay),
                false => come.chain(left).max().unwrap_or(0) + packet.delay,
            };
            prop_assert!(cycles[number].0 >= earliest);
        }
    }
}

#[test]
fn other_chips_are_refused() {
    let recording = Recording {
        chip: "test".into(),
        ends: Ends::of(&mesh(3, 2, "")),
        packets: vec![],
    };
    for other in [
        mesh(3, 3, ""),
        mesh(3, 2, "networks = 2"),
        mesh(3, 2, "link_bits = 64"),
    ] {
        let error = Replay::new(&other, recording.clone()).unwrap_err();
        let expected = "the chip test, which has 6 endpoints";
        assert!(error.0.contains(expected) && error.0.contains("right:"));
    }
}
