//! The documentation page, the simulator and the runtime have the same register map.

use onchip_simulator::protocol::device_registers as devices;
use onchip_simulator::protocol::map;
use std::collections::BTreeMap;
use std::path::Path;

fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn hexadecimal(text: &str) -> Option<u32> {
    u32::from_str_radix(text.trim().strip_prefix("0x")?, 16).ok()
}

/// The constants `const NAME: u32 = 0x…;` of the simulator.
fn of_simulator() -> BTreeMap<String, u32> {
    ["core_registers.rs", "device_registers.rs"]
        .iter()
        .flat_map(|name| {
            let text = file(&format!("simulator/src/protocol/{name}"));
            text.lines().map(String::from).collect::<Vec<_>>()
        })
        .filter_map(|line| {
            let (name, value) = line.strip_prefix("pub const ")?.split_once(": u32 = ")?;
            Some((name.to_string(), hexadecimal(value.strip_suffix(';')?)?))
        })
        // The runtime has no constant for FPU: programs find a shared floating-point unit by
        // FPU_NEAREST.
        .filter(|(name, _)| !name.starts_with("REGISTERS") && name != "FPU")
        .collect()
}

/// The runtime's constants `REGISTER_NAME = 0x…,` under the names that the simulator uses.
fn of_runtime() -> BTreeMap<String, u32> {
    file("runtime/hal/chip/inline/registers.h")
        .lines()
        .filter_map(|line| {
            let line = line.trim().strip_prefix("REGISTER_")?;
            let (name, value) = line.split_once(" = ")?;
            let name = match name {
                "DMA" => "BUFFER",
                "DMA_STRIDE" => "BUFFER_STRIDE",
                name => name.strip_prefix("DMA_").unwrap_or(name),
            };
            Some((name.to_string(), hexadecimal(value.strip_suffix(',')?)?))
        })
        .filter(|(name, _)| name != "HOST_A1" && name != "HOST_A2")
        .collect()
}

/// The rows of the page's tables, under the names that the simulator uses.
fn of_page() -> BTreeMap<String, u32> {
    let mut registers = BTreeMap::new();
    for line in file("docs/register-map.md").lines() {
        // A row may be "| 0x200 | `HOST_A0` … 0x20c `HOST_A3` | …".
        let words: Vec<&str> = line
            .split(['|', ' ', '…'])
            .filter(|w| !w.is_empty())
            .collect();
        for pair in words.windows(2) {
            let offset = hexadecimal(pair[0].trim_start_matches('+'));
            let name = pair[1].strip_prefix('`').and_then(|n| n.strip_suffix('`'));
            if let (Some(offset), Some(name)) = (offset, name) {
                registers.insert(name.to_string(), offset);
            }
        }
    }
    registers
}

#[test]
fn simulator_and_runtime_agree() {
    assert!(of_simulator().len() > 25);
    assert_eq!(of_simulator(), of_runtime());
}

#[test]
fn page_and_simulator_agree() {
    let mut expected = of_simulator();
    let page = file("docs/register-map.md");
    // For these registers the page gives the formula of the address.
    let mut is_formula = |first: &str, formula: &dyn Fn(u32, u32) -> String| {
        let stride = expected.remove(&format!("{first}_STRIDE"));
        let (Some(start), Some(stride)) = (expected.remove(first), stride) else {
            panic!("the simulator has no {first}");
        };
        let formula = formula(start, stride);
        assert!(page.contains(&formula), "{first}: {formula}");
    };
    is_formula("BUFFER", &|start, stride| {
        format!("`{start:#x} + {stride:#x} k`")
    });
    is_formula("QOS_SHARE", &|start, stride| {
        format!("`{start:#x} + {stride:#x} c`")
    });
    is_formula("PRIORITY_SHARE", &|start, stride| {
        format!("`{start:#x} + {stride:#x} c + 4 t`")
    });
    is_formula("SYNC", &|start, stride| {
        format!("`{start:#x} + {stride:#x} c`")
    });
    is_formula("TRICKBOX", &|start, stride| {
        format!("`{start:#x} + {stride:#x} c`")
    });
    is_formula("COUNTER_SHARE", &|start, stride| {
        format!(
            "`{start:#x} + {stride:#x} c + {:#x} k`",
            devices::COUNTER_STRIDE
        )
    });
    is_formula("ACCUMULATOR_SHARE", &|start, stride| {
        format!(
            "`{start:#x} + {stride:#x} c + {:#x} k`",
            devices::ACCUMULATOR_STRIDE
        )
    });
    is_formula("QUEUE_SHARE", &|start, stride| {
        format!(
            "`{start:#x} + {stride:#x} c + {:#x} k`",
            devices::QUEUE_STRIDE
        )
    });
    is_formula("MEMORY", &|start, stride| {
        format!("`{start:#x} + {stride:#x} k`")
    });
    let further = format!("`{:#x} i` further", devices::COUNTER_NOTIFY_STRIDE);
    assert!(page.contains(&further), "{further}");
    assert!(page.contains(&format!(
        "`{:#x} k` of the controller",
        devices::MUTEX_STRIDE
    )));
    for stride in ["ACCUMULATOR", "COUNTER", "COUNTER_NOTIFY", "QUEUE", "MUTEX"] {
        assert!(
            expected.remove(&format!("{stride}_STRIDE")).is_some(),
            "{stride}"
        );
    }
    assert_eq!(expected, of_page());
}

#[test]
fn windows_are_where_the_page_and_the_runtime_say() {
    let formula = format!(
        "`{:#x}_{:04x} + (endpoint << {})`",
        map::DEVICES >> 16,
        map::DEVICES & 0xffff,
        map::DEVICES_SHIFT
    );
    assert!(file("docs/register-map.md").contains(&formula), "{formula}");
    let header = file("runtime/hal/chip/inline/registers.h");
    for line in [
        format!("#define DEVICES {:#010x}u\n", map::DEVICES),
        format!("#define DEVICES_SHIFT {}\n", map::DEVICES_SHIFT),
    ] {
        assert!(header.contains(&line), "{line}");
    }
}
