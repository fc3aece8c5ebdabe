//! Recorded traffic: the packets of a program, and what each of them waited for. They can be
//! replayed on a network without cores.
//!
//! A packet leaves its source when:
//! - the previous packet of the source has left,
//! - the packets have arrived for which the source may have waited in the recorded simulation,
//! - and the *delay* has passed: the recorded time from the last of these events to the departure,
//!   without the cycles in which the network had no slot.
//!
//! A source may have waited for all packets that had arrived when its core last slept or waited for
//! an answer. An answer waits for its request. The packets of a transfer, except the first, wait
//! only for the packet before them. The recording also contains the pauses between the flits of a
//! packet, and the cycles for which a target did not take a flit. So a replay on the same chip
//! moves every flit in the same cycle as in the recorded simulation.
//!
//! A file has a line for the chip, then one for each packet in the order of departure:
//!
//! ```text
//! onchip-packets 1 CHIP ENDPOINTS NETWORKS LINK_BITS
//! NETWORK SOURCE TARGET FLITS LEVEL DELAY WAITED PAUSES HOLDS SENT TAKEN
//! ```
//!
//! Networks for requests have the lower numbers. WAITED lists packets by number, from 0. PAUSES has
//! a `FLIT:CYCLES` for each flit that did not directly follow the flit before it. HOLDS has one for
//! each flit that the target did not take at once. Commas separate the items of a list; `-` stands
//! for an empty list. SENT is the recorded cycle in which the source handed the first flit over,
//! and TAKEN the one in which the target took the last flit.
//!
//! If `@CYCLE` replaces DELAY, a packet leaves in this cycle, or later if the packets in WAITED
//! arrive later. It does not wait for the source's previous packet. Traces of other simulators use
//! this form.

mod recorder;
mod replay;

pub use recorder::Recorder;
pub use replay::Replay;

use crate::config::ChipConfig;
use std::fmt::{Display, Write};

const FORMAT: &str = "onchip-packets";
const VERSION: &str = "1";
const CHIP_LINE: &str = "onchip-packets 1 CHIP ENDPOINTS NETWORKS LINK_BITS";
const PACKET_LINE: &str = "NETWORK SOURCE TARGET FLITS LEVEL DELAY WAITED PAUSES HOLDS SENT TAKEN";
/// Largest delay in cycles. It is limited so that sums of delays cannot overflow.
const MOST_CYCLES: u64 = 1 << 40;

/// A recorded packet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordedPacket {
    /// The number of the physical network.
    pub network: usize,
    pub source: usize,
    pub target: usize,
    pub flits: u8,
    /// The priority, 0 to 7.
    pub level: u8,
    pub delay: u64,
    /// If set, `delay` is the first cycle in which the packet may leave, and the packet does not
    /// wait for the one before it.
    pub is_timed: bool,
    /// Numbers of the packets for which the source may have waited.
    pub waited: Vec<u32>,
    /// For each flit that did not directly follow the flit before it: its position in the packet,
    /// and the number of cycles between the two flits.
    pub pauses: Vec<(u8, u64)>,
    /// For each flit that the target did not take at once: its position in the packet, and the
    /// number of cycles for which it waited.
    pub holds: Vec<(u8, u64)>,
    pub sent: u64,
    pub taken: u64,
}

/// The properties that a chip must have in common with the recorded one, so that the packets can be
/// replayed on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ends {
    /// Number of endpoints: tiles, memory controllers and further interfaces of tiles.
    pub endpoints: usize,
    /// Number of physical networks: those for requests plus those for answers.
    pub networks: usize,
    pub link_bits: u32,
}

impl Ends {
    pub fn of(chip: &ChipConfig) -> Ends {
        Ends {
            endpoints: chip.tiles() as usize + chip.further_routers().len(),
            networks: 2 * chip.network.networks as usize,
            link_bits: chip.network.link_bits,
        }
    }
}

impl Display for Ends {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Ends {
            endpoints,
            networks,
            link_bits,
        } = self;
        write!(
            f,
            "{endpoints} endpoints, {networks} networks and links of {link_bits} bits"
        )
    }
}

/// The packets of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    /// The name of the chip.
    pub chip: String,
    pub ends: Ends,
    /// The packets in the order of departure.
    pub packets: Vec<RecordedPacket>,
}

/// An error in a file: the line number, what is wrong, and how to correct it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    pub line: usize,
    pub text: String,
}

impl Recording {
    pub fn text(&self) -> String {
        let Ends {
            endpoints,
            networks,
            link_bits,
        } = self.ends;
        let mut text = format!(
            "{FORMAT} {VERSION} {} {endpoints} {networks} {link_bits}\n",
            self.chip
        );
        for packet in &self.packets {
            let waited = list(packet.waited.iter());
            let pairs = |all: &[(u8, u64)]| list(all.iter().map(|(flit, n)| format!("{flit}:{n}")));
            let (pauses, holds) = (pairs(&packet.pauses), pairs(&packet.holds));
            let RecordedPacket {
                network,
                source,
                target,
                flits,
                level,
                delay,
                is_timed,
                sent,
                taken,
                ..
            } = packet;
            let at = if *is_timed { "@" } else { "" };
            writeln!(
                text,
                "{network} {source} {target} {flits} {level} {at}{delay} {waited} {pauses} {holds} \
                 {sent} {taken}"
            )
            .expect("a string takes all text");
        }
        text
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Recording, Mistake> {
        let mut lines = text.lines().enumerate();
        let (_, first) = lines.next().unwrap_or_default();
        let mistake = |line: usize, text: String| Mistake {
            line: line + 1,
            text,
        };
        let chip_line = |wrong: &str| mistake(0, format!("{wrong}; right: {CHIP_LINE}"));
        let words: Vec<&str> = first.split(' ').collect();
        let [format, version, chip, endpoints, networks, link_bits] = words[..] else {
            return Err(chip_line("no file of recorded packets"));
        };
        if (format, version) != (FORMAT, VERSION) {
            return Err(chip_line("no file of recorded packets of this version"));
        }
        let count = |word: &str| word.parse().ok().filter(|&count| count <= u16::MAX.into());
        let (Some(endpoints), Some(networks), Some(link_bits)) =
            (count(endpoints), count(networks), count(link_bits))
        else {
            return Err(chip_line("a count of the chip is no number"));
        };
        let mut recording = Recording {
            chip: chip.into(),
            ends: Ends {
                endpoints,
                networks,
                link_bits: link_bits as u32,
            },
            packets: vec![],
        };
        for (number, line) in lines {
            let packet = recording.packet(line);
            let packet = packet.map_err(|wrong| mistake(number, wrong))?;
            recording.packets.push(packet);
        }
        Ok(recording)
    }

    /// The packet of a line.
    fn packet(&self, line: &str) -> Result<RecordedPacket, String> {
        let words: Vec<&str> = line.split(' ').collect();
        let [network, source, target, flits, level, delay, waited, pauses, holds, sent, taken] =
            words[..]
        else {
            return Err(format!("{} columns; right: {PACKET_LINE}", words.len()));
        };
        let number = |name: &str, word: &str, least: u64, end: u64| {
            let value = word.parse::<u64>().ok();
            let value = value.filter(|value| (least..end).contains(value));
            value.ok_or_else(|| format!("{name} {word:?}; right: {least} to {}", end.max(1) - 1))
        };
        let flits = number("FLITS", flits, 1, 65)? as u8;
        let items = |text: &'_ str| -> Vec<String> {
            let items = text.split(',').filter(|_| text != "-");
            items.map(String::from).collect()
        };
        let pairs = |name: &str, text: &str| -> Result<Vec<(u8, u64)>, String> {
            let pair = |item: &String| {
                let (flit, cycles) = (item.split_once(':'))
                    .ok_or_else(|| format!("{name} {item:?}; right: FLIT:CYCLES"))?;
                let flit = number("flit of", flit, 0, flits.into())? as u8;
                Ok((flit, number(name, cycles, 1, MOST_CYCLES)?))
            };
            items(text).iter().map(pair).collect()
        };
        let earlier = |item: &String| {
            number("WAITED", item, 0, self.packets.len() as u64).map(|packet| packet as u32)
        };
        let endpoints = self.ends.endpoints as u64;
        let cycle = delay.strip_prefix('@');
        Ok(RecordedPacket {
            network: number("NETWORK", network, 0, self.ends.networks as u64)? as usize,
            source: number("SOURCE", source, 0, endpoints)? as usize,
            target: number("TARGET", target, 0, endpoints)? as usize,
            flits,
            level: number("LEVEL", level, 0, 8)? as u8,
            delay: number("DELAY", cycle.unwrap_or(delay), 0, MOST_CYCLES)?,
            is_timed: cycle.is_some(),
            waited: items(waited)
                .iter()
                .map(earlier)
                .collect::<Result<_, _>>()?,
            pauses: pairs("PAUSES", pauses)?,
            holds: pairs("HOLDS", holds)?,
            sent: number("SENT", sent, 0, MOST_CYCLES)?,
            taken: number("TAKEN", taken, 0, MOST_CYCLES)?,
        })
    }
}

/// A list as text, with commas between the items.
fn list(items: impl Iterator<Item = impl Display>) -> String {
    let text = items.map(|item| item.to_string()).collect::<Vec<_>>();
    match text.is_empty() {
        true => "-".into(),
        false => text.join(","),
    }
}
