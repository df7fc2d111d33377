
node-1data0a1b2c3d 2csi.example.org:vol-17PXb
ext4z
task-1task-1’1000