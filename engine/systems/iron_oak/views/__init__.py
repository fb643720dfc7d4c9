"""What a seat may see: hands, orders and hidden counters of others are covered."""
