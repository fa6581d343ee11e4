"""The pages people play on."""
