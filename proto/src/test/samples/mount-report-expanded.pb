
node-1data0a1b2c3d 
(2@
task-14/var/lib/hawser/volumes/data/0a1b2c3d/targets/task-1H`€€€€(