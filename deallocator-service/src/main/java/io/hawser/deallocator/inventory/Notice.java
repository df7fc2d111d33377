package io.hawser.deallocator.inventory;

import io.hawser.deallocator.deletion.Resource;

/** An effect of applying facts besides the new state. */
public sealed interface Notice {
    Resource resource();

    String name();

    /** The orchestrator deleted its record after the deallocation, which has served its purpose. */
    record DeallocationServed(Resource resource, String name) implements Notice {}

    /** The orchestrator deleted its record without a deallocation. */
    record DeletedUnasked(Resource resource, String name) implements Notice {}

    /** A record without {@code pending_delete} came after one with it. */
    record DeletionIrrevocable(Resource resource, String name) implements Notice {}

    /** A record without {@code pending_delete} came after the deallocation: the name is not free before a tombstone. */
    record WordIsFinal(Resource resource, String name) implements Notice {}

    /** A service began to refer to a network that is marked for deletion, and so holds it. */
    record NetworkHeldAgain(String name, String service) implements Notice {
        @Override
        public Resource resource() {
            return Resource.NETWORK;
        }
    }
}
