//! Round robin is fair: inputs that compete for an output all the time get equally many packets.

use super::chip::{chip, REFERENCE};
use super::traffic::Traffic;

/// The centre of a 3×3 mesh and its four neighbours all send to the centre. So five inputs compete
/// for one output, which passes a whole packet at a time.
#[test]
fn grants_differ_by_at_most_one() {
    for flits in [1, 3, 18] {
        let chip = chip(3, 3, &[], REFERENCE);
        let mut traffic = Traffic::new(&chip);
        let sources = [1, 3, 4, 5, 7];
        let mut counted = None;
        let mut served = 0;
        while served < 1000 {
            for source in sources {
                while traffic.waiting(source) < 2 {
                    traffic.send(source, 4, flits);
                }
            }
            traffic.step(|_| true);
            // By now all five inputs compete. From here on, the numbers of packets that the router
            // has granted to each differ by at most one.
            if traffic.cycle < 200 {
                continue;
            }
            let grants = |source: usize| {
                let done = |p: &&super::traffic::Packet| p.source == source && p.head > 0;
                traffic.packets.iter().filter(done).count()
            };
            let now = sources.map(grants);
            let before = *counted.get_or_insert(now);
            let since: Vec<usize> = now.iter().zip(before).map(|(n, b)| n - b).collect();
            let (least, most) = (since.iter().min().unwrap(), since.iter().max().unwrap());
            assert!(most - least <= 1, "{since:?}");
            served = since.iter().sum();
        }
    }
}
