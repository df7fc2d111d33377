
task-1appnode-1 (