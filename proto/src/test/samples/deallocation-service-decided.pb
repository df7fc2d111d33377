
app"ÄÚ÷ *no live task is left2,
networknet"service other refers to it2)
volumedata"the service says RETAIN21
volumescratch"no service holds it any more