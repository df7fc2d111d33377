
node-1data0a1b2c3d 	8H