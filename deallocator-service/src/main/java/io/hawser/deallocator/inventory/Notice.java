package io.hawser.deallocator.inventory;

import io.hawser.deallocator.deletion.ResourceId;

/** An effect of applying facts besides the new state. */
public sealed interface Notice {
    /** A service is a resource of the kind {@code service} here. */
    ResourceId about();

    /** What was deallocated is gone: the deallocation has served its purpose. */
    record DeallocationServed(ResourceId about) implements Notice {}

    /** It is gone without a deallocation. */
    record DeletedUnasked(ResourceId about) implements Notice {}

    /** It is gone, and was not known: a lost database may have deallocated it. */
    record GoneUnknown(ResourceId about) implements Notice {}

    /** A record without {@code pending_delete} came after one with it. */
    record DeletionIrrevocable(ResourceId about) implements Notice {}

    /** A record without {@code pending_delete} came after the deallocation: the name is not free before a tombstone. */
    record NameNotFree(ResourceId about) implements Notice {}

    /** A service began to refer to a resource whose deletion is asked for, and so holds it. */
    record HeldAgain(ResourceId about, String service) implements Notice {}

    /** A task's record holds services because it cannot be read. */
    record TaskUnreadable(ResourceId about, String place, String holds) implements Notice {}
}
