
node-1data0a1b2c3d (2'
task-1/var/lib/hawser/data/task-12-
task-1.2"the plugin answered UNAVAILABLEBone target is missingHP