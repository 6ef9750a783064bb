"""Pure: how phones reach the laptop: what is known of it, what that means in sentences, and what keeps a phone away."""
