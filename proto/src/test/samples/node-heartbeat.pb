
node-1ÄÚ÷ Ä µÓ"n
$0b9e6a3c-52a7-4d0c-9c52-7f0c6d3f5a11 f3c1d2a4b5968778695a4b3c2d1e0f00$c5d4ad1c-8f3d-4c1a-b1f7-2f6c8f1f7a01*
