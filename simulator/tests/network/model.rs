//! A second model of a stream of flits that is alone in the network: equations give the cycle in
//! which each flit leaves each buffer.
//!
//! A flit leaves a buffer when three conditions hold. The flit has arrived in the buffer. The flit
//! before it has left in an earlier cycle (n cycles earlier, if the link carries a flit in n
//! cycles). The flit that has last used the needed slot of the next buffer has left this slot at
//! least `credit` cycles ago.

use super::chip::Keys;

/// The cycles in which flit n of a stream is sent and taken. The source sends as fast as possible
/// from cycle `start` on. `links` has the delay, the credit delay and the cycles per flit of each
/// link between routers. The receiver takes flit n no earlier than `opens(n)`.
pub fn stream(
    keys: Keys,
    links: &[[u32; 3]],
    flits: usize,
    start: u64,
    opens: impl Fn(usize) -> u64,
) -> Vec<(u64, u64)> {
    // Stage 0 is the sender. Stages 1 to links + 1 are the routers' buffers. The last stage is the
    // receiver's buffer.
    let stages = links.len() + 3;
    let between = |stage: usize| stage.checked_sub(1).and_then(|link| links.get(link));
    let route = |stage: usize| match between(stage) {
        Some(link) => keys.router + link[0] + link[2] - 1,
        None if stage == 0 => keys.delay,
        None => keys.router + keys.delay,
    };
    let credit = |stage: usize| between(stage).map_or(keys.credit, |link| link[1]);
    let pace = |stage: usize| between(stage).map_or(1, |link| link[2]);
    let places = keys.buffer as usize;
    let mut left = vec![vec![0u64; flits]; stages];
    for flit in 0..flits {
        let mut arrival = start;
        for stage in 0..stages {
            let mut cycle = arrival;
            if flit > 0 {
                cycle = cycle.max(left[stage][flit - 1] + u64::from(pace(stage)));
            }
            if stage + 1 == stages {
                cycle = cycle.max(opens(flit));
            } else if flit >= places {
                cycle = cycle.max(left[stage + 1][flit - places] + u64::from(credit(stage)));
            }
            left[stage][flit] = cycle;
            arrival = cycle + route(stage) as u64;
        }
    }
    (0..flits)
        .map(|n| (left[0][n], left[stages - 1][n]))
        .collect()
}
