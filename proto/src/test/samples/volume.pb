
data0a1b2c3d°
csi.example.orgfast
teamblue (2
ext4noatime1000B
tiergoldJ€€€€€€€€R
passwordstorage-passwordZ2


example.org/zonea

example.org/zonea` *'
vol-17€€€€

example.org/zonea28
RemovalHeldnode-1held by task task-1"€òÖÊ€Êµî:"
node-1the node unmounts it BHP€€±„é‘