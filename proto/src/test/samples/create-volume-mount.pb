
data°
csi.example.orgfast
teamblue (2
ext4noatime1000B
tiergoldJ€€€€€€€€R
passwordstorage-passwordZ2


example.org/zonea

example.org/zonea`