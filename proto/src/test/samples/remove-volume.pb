
data