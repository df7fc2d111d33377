package io.hawser.deallocator.deletion;

import java.util.function.Predicate;

/**
 * One kind of resource that services refer to, as far as the decision about it goes.
 *
 * @param word the first part of its keys, and the kind of its due work
 * @param marked whether the resource's own record asks for its deletion; otherwise the services do
 * @param mayGo whether a resource whose deletion is asked for may go as soon as nothing holds it
 */
public record Kind(String word, boolean marked, Predicate<Resource> mayGo) {
    /** Its record has {@code pending_delete}; a network without the mark survives its services. */
    public static final Kind NETWORK = new Kind("network", true, network -> true);

    /** Goes if one of its services said DELETE and none said RETAIN, those included that have ended. It has a uid. */
    public static final Kind VOLUME = new Kind(
            "volume",
            false,
            volume -> volume.votes().retain().isEmpty() && !volume.uid().isEmpty());

    public ResourceId id(String name) {
        return new ResourceId(word, name);
    }
}
