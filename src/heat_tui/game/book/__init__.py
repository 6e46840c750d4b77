"""The drivers' book: how races enter it, and the pages that it fills."""
