
node-1