"""Pages: parse, call a service or a query, render; by audience."""
