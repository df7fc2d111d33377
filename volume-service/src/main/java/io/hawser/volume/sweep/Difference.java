package io.hawser.volume.sweep;

import io.hawser.volume.lifecycle.ConditionType;
import java.util.Optional;
import java.util.stream.Stream;

/** One difference between a plugin's listing and a volume's record. */
public sealed interface Difference {
    record NotListed() implements Difference {}

    /** @param csiNodeId the plugin's name of the node */
    record NotAttached(String csiNodeId) implements Difference {}

    /** @param csiNodeId the plugin's name of the node */
    record AttachedElsewhere(String csiNodeId) implements Difference {}

    /** The stored form: the condition's word, and the node's id after a colon. */
    default String text() {
        return switch (this) {
            case NotListed() -> type().word();
            case NotAttached(String node) -> type().word() + ":" + node;
            case AttachedElsewhere(String node) -> type().word() + ":" + node;
        };
    }

    /** The inverse of {@link #text}; empty if a later version wrote the text. */
    static Optional<Difference> parse(String text) {
        int colon = text.indexOf(':');
        String type = colon < 0 ? text : text.substring(0, colon);
        String node = text.substring(colon + 1);
        return Stream.<Difference>of(new NotListed(), new NotAttached(node), new AttachedElsewhere(node))
                .filter(difference -> difference.type().word().equals(type))
                .findFirst();
    }

    default ConditionType type() {
        return switch (this) {
            case NotListed() -> ConditionType.NOT_LISTED;
            case NotAttached _ -> ConditionType.NOT_ATTACHED;
            case AttachedElsewhere _ -> ConditionType.ATTACHED_ELSEWHERE;
        };
    }

    default String sentence() {
        return switch (this) {
            case NotListed() ->
                "the plugin does not list it, twice running: "
                        + "its backing storage may be gone. Nothing is done about it by itself";
            case NotAttached(String node) ->
                "the plugin does not list it as attached to " + node
                        + ", twice running, although it was attached there";
            case AttachedElsewhere(String node) ->
                "the plugin lists it as attached to " + node + ", twice running, and no record says so: if that is a"
                        + " node of Hawser's, the node is asked whether it uses it, and else it is detached";
        };
    }
}
