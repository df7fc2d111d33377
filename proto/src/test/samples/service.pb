
appnet
data
scratch 