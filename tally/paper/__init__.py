"""Pure: values to PDF pages, by the tools of drawing and one module for each sheet."""
