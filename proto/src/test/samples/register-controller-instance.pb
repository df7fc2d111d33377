
csi.example.orgcontroller-2unix:///run/csi/controller.sock"node-2(21.2.4:

started-bydeploy-7