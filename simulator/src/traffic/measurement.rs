//! Measurements: packets in flight, latencies, and throughput for each source and target.

/// A packet in flight: its first flit has been handed over, and its last flit has not arrived.
#[derive(Debug, Clone, Copy)]
pub struct Packet {
    /// The cycle in which the packet was generated.
    pub born: u64,
    /// Number of the packet's source.
    pub source: u32,
}

/// The packets in flight, by number. Numbers are reused.
#[derive(Debug, Clone, Default)]
pub struct Packets {
    all: Vec<Packet>,
    free: Vec<u32>,
}

impl Packets {
    /// Adds a packet, which starts now. Returns the packet's number.
    #[inline]
    pub fn begin(&mut self, packet: Packet) -> u32 {
        if let Some(number) = self.free.pop() {
            self.all[number as usize] = packet;
            return number;
        }
        self.all.push(packet);
        self.all.len() as u32 - 1
    }

    /// Removes a packet that has arrived.
    #[inline]
    pub fn end(&mut self, number: u32) -> Packet {
        self.free.push(number);
        self.all[number as usize]
    }

    /// Number of packets in flight.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.all.len() - self.free.len()
    }
}

/// Number of packets with each latency. All latencies are counted exactly, so percentiles are not
/// estimates.
#[derive(Debug, Clone, Default)]
pub struct Latencies {
    /// Number of packets, indexed by latency in cycles.
    counts: Vec<u64>,
    pub packets: u64,
    sum: u64,
}

/// A summary of latencies, in cycles. The fields are none if there were no packets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Latency {
    pub min: Option<u64>,
    pub mean: Option<f64>,
    /// The median (`p50`) and the 99th percentile (`p99`): the smallest latency that at least 50 %
    /// or 99 % of the packets do not exceed.
    pub p50: Option<u64>,
    pub p99: Option<u64>,
    pub max: Option<u64>,
}

impl Latencies {
    #[inline]
    pub fn add(&mut self, cycles: u64) {
        let cycles = cycles as usize;
        if cycles >= self.counts.len() {
            self.counts.resize(cycles + 1, 0);
        }
        self.counts[cycles] += 1;
        self.packets += 1;
        self.sum += cycles as u64;
    }

    /// Adds the counts of `other`.
    pub fn add_all(&mut self, other: &Latencies) {
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
        self.packets += other.packets;
        self.sum += other.sum;
    }

    pub fn figures(&self) -> Latency {
        Latency {
            min: self.ranked(1),
            mean: (self.packets > 0).then(|| self.sum as f64 / self.packets as f64),
            p50: self.percentile(50),
            p99: self.percentile(99),
            max: self.ranked(self.packets),
        }
    }

    fn percentile(&self, percent: u64) -> Option<u64> {
        self.ranked((self.packets * percent).div_ceil(100))
    }

    /// The latency of the packet with this rank. The packet with the lowest latency has rank 1.
    fn ranked(&self, rank: u64) -> Option<u64> {
        let mut seen = 0;
        let cycles = self.counts.iter().position(|&count| {
            seen += count;
            count > 0 && seen >= rank
        });
        cycles.map(|cycles| cycles as u64)
    }
}
