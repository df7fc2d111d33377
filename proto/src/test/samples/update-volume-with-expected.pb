
data
teamgreen" 0f1e2d3c4b5a69788796a5b4c3d2e1f0*

teamblue