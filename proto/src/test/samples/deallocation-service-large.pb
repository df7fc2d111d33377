
app"€òÖÊ*no live task is left2.
networknet"no service holds it any more8Ü