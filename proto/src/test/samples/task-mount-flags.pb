
task-1node-12
data/data"noatime"nodev