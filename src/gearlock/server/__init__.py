"""The browser table's server: battles over HTTP and WebSocket, each seat told what it may know and nothing more."""
