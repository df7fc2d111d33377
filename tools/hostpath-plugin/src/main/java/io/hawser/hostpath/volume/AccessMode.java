package io.hawser.hostpath.volume;

/** The access modes of CSI 1.12 (VolumeCapability.AccessMode.Mode), by what each requires of the storage. */
public enum AccessMode {
    SINGLE_NODE_WRITER(false, Write.ONE_NODE),
    SINGLE_NODE_READER_ONLY(false, Write.NONE),
    MULTI_NODE_READER_ONLY(true, Write.NONE),
    MULTI_NODE_SINGLE_WRITER(true, Write.ONE_NODE),
    MULTI_NODE_MULTI_WRITER(true, Write.MANY_NODES),
    SINGLE_NODE_SINGLE_WRITER(false, Write.ONE_NODE),
    SINGLE_NODE_MULTI_WRITER(false, Write.ONE_NODE);

    private enum Write {
        NONE,
        ONE_NODE,
        MANY_NODES
    }

    private final boolean manyNodes;
    private final Write write;

    AccessMode(boolean manyNodes, Write write) {
        this.manyNodes = manyNodes;
        this.write = write;
    }

    public boolean manyNodes() {
        return manyNodes;
    }

    public boolean readOnly() {
        return write == Write.NONE;
    }

    /** At most one of all nodes may have the volume writable. */
    public boolean oneWriterNode() {
        return manyNodes && write == Write.ONE_NODE;
    }

    /** A second target path on the same node is allowed (specification, NodePublishVolume). */
    public boolean manyTargetsOnNode() {
        return manyNodes || this == SINGLE_NODE_MULTI_WRITER;
    }

    /**
     * Whether a volume made for this mode can be used in the other. How many workloads share a node does not matter to
     * the storage.
     */
    public boolean covers(AccessMode other) {
        return (manyNodes || !other.manyNodes) && write.compareTo(other.write) >= 0;
    }
}
