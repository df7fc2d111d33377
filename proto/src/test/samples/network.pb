
net