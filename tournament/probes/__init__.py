"""What this laptop says of itself: addresses, firewall, battery, sleep. Facts only; `reach` says what they mean."""
