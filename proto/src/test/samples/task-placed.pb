
task-1appnode-1 (2
data/data2

group:fast/cache