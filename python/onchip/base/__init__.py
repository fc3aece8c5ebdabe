"""What all others use: failures, files, the terminal."""
