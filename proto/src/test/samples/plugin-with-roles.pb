
csi.example.org1.2.4c
controller-2node-2unix:///run/csi/controller.sock 0:1.2.4@J1.2.4R

started-bydeploy-7"controller-2*unix:///run/csi/controller.sock2:@HPX`hpx‚example.org/zone