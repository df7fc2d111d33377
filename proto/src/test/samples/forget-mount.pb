
datanode-1