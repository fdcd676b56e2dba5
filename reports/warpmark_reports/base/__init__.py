"""What every other part uses: limited inputs, errors, command lines, processes and units."""
