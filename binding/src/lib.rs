//! The Python face of the simulator: `onchip._core`.
