
csi.example.orgnode-1unix:///run/csi/example.sock"node-1