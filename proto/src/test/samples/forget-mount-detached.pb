
datanode-1