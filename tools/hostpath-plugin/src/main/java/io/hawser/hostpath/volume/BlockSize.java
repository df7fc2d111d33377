package io.hawser.hostpath.volume;

/** A block device consists of whole blocks, of the size that file systems use. A directory has any size. */
final class BlockSize {
    static final long BYTES = 4096;

    private BlockSize() {}

    static long unit(boolean block) {
        return block ? BYTES : 1;
    }
}
