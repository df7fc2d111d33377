
csi.example.orgnode-1