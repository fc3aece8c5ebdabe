"""The public Python interface, which `import onchip` provides."""
