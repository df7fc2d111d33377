package io.hawser.deallocator.deletion;

import java.util.Optional;

/**
 * What ended services said about a resource. It counts as long as the resource exists.
 *
 * @param delete the last service that ended and said DELETE
 * @param retain a service that ended and said RETAIN, which is stronger
 */
public record Votes(Optional<Owner> delete, Optional<String> retain) {
    public static final Votes NONE = new Votes(Optional.empty(), Optional.empty());

    /** @param origin where the service's last record is */
    public record Owner(String service, String origin) {}

    public Votes with(Reference.Policy policy, Owner owner) {
        return switch (policy) {
            case NONE -> this;
            case DELETE -> new Votes(Optional.of(owner), retain);
            case RETAIN -> new Votes(delete, Optional.of(retain.orElse(owner.service())));
        };
    }
}
