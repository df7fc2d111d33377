
node-1"gtwo machines report as this node; stop one of them, remove the node from the inventory and add it again