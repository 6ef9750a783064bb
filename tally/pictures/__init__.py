"""Pure: values to pictures (PNG) that people keep on their phones and send to friends."""
