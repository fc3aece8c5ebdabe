"""Parts that every other folder uses: failures, files, the terminal."""
