
node-16f1d9f0a4c2b4a6e 4f3c2b1a0d9e8f7a6b5c4d3e2f1a0b9c