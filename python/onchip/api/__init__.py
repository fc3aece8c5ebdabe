"""The public interface in Python; `import onchip` offers it."""
