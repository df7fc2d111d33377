
node-1	
zonea 