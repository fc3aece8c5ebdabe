//! Chips that cannot have multicasts.

use super::errors::refused;
use super::parse;

fn mesh(columns: u32, keys: &str) -> String {
    format!(
        "[mesh]\ncolumns = {columns}\nrows = 4\n[tile]\ncores = 1\nmemory_kb = 64\n\
         [network]\nmulticast = \"rectangle\"\n{keys}"
    )
}

#[test]
fn only_meshes_with_one_route_and_one_class_have_multicasts() {
    for (keys, right) in [
        ("topology = \"torus\"", "topology = \"mesh\""),
        ("routing = \"o1turn\"", "routing = \"xy\""),
        ("routing = \"minimal\"", "routing = \"xy\""),
        ("channels = 2", "channels = 0"),
        ("circuits = \"shared\"", "circuits = \"none\""),
        ("buffers = \"per_level\"", "buffers = \"shared\""),
        ("networks = 2", "networks = 1"),
        ("buffer_flits = 2", "at least 96 bits"),
        (
            "[[tile_kind]]\nname = \"io\"\ntiles = [1]\ninterfaces = 2\ncores = 1\n\
          resource_managers = 0\nmemory_kb = 64\nbanks = 4",
            "one interface",
        ),
    ] {
        refused(&mesh(4, keys), 8, "network.multicast", &["\"none\"", right]);
    }
    refused(&mesh(17, ""), 8, "network.multicast", &["16 columns"]);
    for keys in [
        "",
        "routing = \"yx\"",
        "buffers = \"per_level\"\nlevels = 1",
        "channels = 1",
    ] {
        assert!(parse(&mesh(16, keys)).is_ok(), "{keys}");
    }
    let shape = "[shape]\nsizes = [4, 4]\n[tile]\ncores = 1\nmemory_kb = 64\n\
                 [network]\ntopology = \"mesh\"\nmulticast = \"rectangle\"\n";
    refused(shape, 8, "network.multicast", &["[mesh]"]);
}

#[test]
fn accumulators_need_multicasts_of_two_words() {
    let text = |kind: &str, network: &str| {
        format!(
            "[mesh]\ncolumns = 4\nrows = 4\n[tile]\ncores = 1\nmemory_kb = 64\n[ni]\n\
             accumulators = 2\n[network]\n{network}\n{kind}"
        )
    };
    let rectangle = "multicast = \"rectangle\"";
    let kind = |cores: u32, memory: u32| {
        format!(
            "[[tile_kind]]\nname = \"io\"\ntiles = [1]\ncores = {cores}\nresource_managers = 0\n\
             memory_kb = {memory}\nbanks = 8"
        )
    };
    let small = format!("{rectangle}\nbuffer_flits = 3");
    for (kind, network, right) in [
        (String::new(), "", "network.multicast = \"rectangle\""),
        (String::new(), small.as_str(), "at least 128 bits"),
        (kind(2, 128), rectangle, "as in `[tile]`"),
        (kind(1, 128), rectangle, "as in `[tile]`"),
    ] {
        let right = ["0, or ", right];
        refused(&text(&kind, network), 8, "ni.accumulators", &right);
    }
    assert!(parse(&text("", rectangle)).is_ok());
    assert!(parse(&text(&kind(1, 64), rectangle)).is_ok());
}
