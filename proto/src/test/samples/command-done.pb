
c-3hawser.v1.CreateVolumedata2	
created8