
task-1node-15
data/data"dataR 
plugin csi.example.org is away 