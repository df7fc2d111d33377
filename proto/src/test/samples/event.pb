
volume/dataMountedmounted for task task-1"node-1*€òÖÊ€Êµî