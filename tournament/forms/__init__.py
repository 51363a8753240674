"""Forms: what people type, made into arguments of services."""
