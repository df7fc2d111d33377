
node-1csi.example.orgi-0abc"

example.org/zonea(21.2.3:c@PXbn
$0b9e6a3c-52a7-4d0c-9c52-7f0c6d3f5a11 f3c1d2a4b5968778695a4b3c2d1e0f00$c5d4ad1c-8f3d-4c1a-b1f7-2f6c8f1f7a01