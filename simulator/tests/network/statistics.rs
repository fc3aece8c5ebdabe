//! The network's counts of flits on links, and of cycles in which a flit waited.

use super::chip::{chip, REFERENCE};
use super::shapes::hops;
use super::traffic::{Random, Traffic};

/// Two packets request one output in one cycle. One of them waits, with only its first flit in the
/// router, until the other packet has passed.
#[test]
fn a_loser_stalls_for_the_length_of_the_winner() {
    for flits in 1..=4 {
        let mut traffic = Traffic::new(&chip(3, 1, &[], REFERENCE));
        let from_afar = traffic.send(0, 2, flits);
        // The first packet reaches router 1 after the delays of a router and a link. Then the
        // second packet enters router 1, too.
        for _ in 0..REFERENCE.router + REFERENCE.link {
            traffic.step(|_| true);
        }
        let from_here = traffic.send(1, 2, flits);
        traffic.finish(1000);
        let heads = [from_afar, from_here].map(|number| traffic.packets[number].head);
        assert_eq!(heads[0].abs_diff(heads[1]), flits as u64);
        assert_eq!(traffic.network.statistics().stall_cycles, flits as u64);
    }
}

/// A tile sends to itself faster than it takes flits. The flits for which its buffer has no slot
/// wait in the router from their arrival on.
#[test]
fn a_flit_without_a_slot_stalls_until_now() {
    let mut traffic = Traffic::new(&chip(1, 1, &[], REFERENCE));
    traffic.send(0, 0, 18);
    // The first flit without a slot is sent after the flits that fill the buffer, and arrives
    // `delay` cycles later.
    let arrival = (REFERENCE.buffer + REFERENCE.delay) as u64;
    for cycle in 0..50u64 {
        traffic.step(|_| false);
        let expected = cycle.saturating_sub(arrival);
        assert_eq!(
            traffic.network.statistics().stall_cycles,
            expected,
            "{cycle}"
        );
    }
}

/// Every flit is counted once on every link of its route, including the one to its endpoint.
#[test]
fn links_count_every_flit() {
    let chip = chip(5, 3, &[7], REFERENCE);
    let mut traffic = Traffic::new(&chip);
    let mut random = Random(7);
    let endpoints = traffic.network.endpoints();
    for _ in 0..500 {
        let (source, target) = (random.below(endpoints), random.below(endpoints));
        traffic.send(source, target, 1 + random.below(18) as u8);
    }
    traffic.finish(1_000_000);
    let route = |packet: &super::traffic::Packet| {
        packet.flits as u64 * (hops(&chip, packet.source, packet.target) as u64 + 1)
    };
    let expected: u64 = traffic.packets.iter().map(route).sum();
    let counted = traffic.network.statistics();
    assert_eq!(
        counted.links.iter().map(|link| link.flits).sum::<u64>(),
        expected
    );
    // There are 12 links in rows and 10 in columns, in both directions, and the endpoints' own
    // links.
    assert_eq!(counted.links.len(), 2 * (12 + 10) + endpoints);
}
