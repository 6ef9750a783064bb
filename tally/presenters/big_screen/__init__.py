"""What the big screen shows now, a module for each part of the night. It turns over its panels by itself."""
