
csi.example.org1.2.4€
controller-2node-2unix:///run/csi/controller.sock*does not answer0:1.2.4@J1.2.4R

started-bydeploy-7Zÿ³œØ€î¦ì2:HPX`hx‚example.org/zone