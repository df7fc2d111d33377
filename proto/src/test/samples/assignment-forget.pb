
node-1data0a1b2c3d 	(2csi.example.org:vol-17€