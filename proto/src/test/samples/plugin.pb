
csi.example.org1.2.3?
node-1node-1unix:///run/csi/example.sock *slow0:1.2.3"node-1*unix:///run/csi/example.sock2:@HPX`hpx