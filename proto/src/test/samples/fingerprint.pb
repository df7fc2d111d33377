
node-1csi.example.orgi-0abc"

example.org/zonea(21.2.3:c@JslowPX