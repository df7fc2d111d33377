
c-2hawser.v1.CreateVolumedata*.
-1 is negativespec.capacity.required_bytes8