
data0a1b2c3d§
csi.example.orgfast
teamblue (2
ext41000B
tiergoldJ€€€€€€€€R
passwordstorage-passwordZ2


example.org/zonea

example.org/zonea` *'
vol-17€€€€

example.org/zonea2D
PluginUnavailable/no healthy controller of plugin csi.example.org:
node-1 *i-0abcBPhx