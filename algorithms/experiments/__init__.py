"""From plain values to recorded runs and measurements: the only part of the package that knows the data sets."""
