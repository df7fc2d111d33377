package io.hawser.deallocator.deletion;

import java.util.List;
import java.util.Optional;

/** What becomes of a resource when a service that refers to it is deallocated. */
public sealed interface Fate {
    String message();

    /** Nothing else holds it. */
    record Goes(String message) implements Fate {}

    /** Other services hold it. */
    record Held(String message) implements Fate {}

    record Kept(String message) implements Fate {}

    /**
     * @param resource as it is known; empty if no record of it was read
     * @param others services that refer to it besides this one
     */
    static Fate of(Reference reference, Optional<Resource> resource, List<String> others) {
        Optional<String> keeper = resource.flatMap(known -> known.votes().retain());
        boolean asked = reference.policy() == Reference.Policy.DELETE
                || resource.filter(known -> !(known.deletion() instanceof Deletion.NotAsked))
                        .isPresent();
        if (reference.policy() == Reference.Policy.RETAIN) {
            return new Kept("the service says RETAIN");
        }
        if (resource.isEmpty() && reference.policy() == Reference.Policy.DELETE) {
            return new Kept("it does not exist; one that is created later is not deleted with this service");
        }
        if (keeper.isPresent()) {
            return new Kept("service " + keeper.get() + ", which has ended, said RETAIN");
        }
        if (!asked) {
            return new Kept("it is not marked for deletion");
        }
        if (others.isEmpty()) {
            return new Goes("no service holds it any more");
        }
        return new Held("service " + String.join(", ", others) + " refers to it");
    }
}
