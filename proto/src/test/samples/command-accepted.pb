
c-1hawser.v1.CreateVolumedata"
held by task task-18