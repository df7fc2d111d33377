package io.hawser.hostpath.volume;

/** How a volume is used: as a directory or as a block device (VolumeCapability.access_type). */
public enum AccessType {
    MOUNT,
    BLOCK
}
