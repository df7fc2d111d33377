
node-1data0a1b2c3d 2csi.example.org:vol-17B

poolp1J
lun4PXb
ext4noatime1000r
passwordstorage-passwordz
task-1task-1z
task-1.2task-1