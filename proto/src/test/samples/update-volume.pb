
data
teamgreen