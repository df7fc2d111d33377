package io.hawser.volume.lifecycle;

import io.hawser.volume.id.NodeName;
import java.util.Optional;

/** What one controller call does. */
public sealed interface Operation {
    /** The name is stored with the call, and is part of a queue's name: it stays as it is. */
    enum Kind {
        CREATE,
        DELETE,
        PUBLISH,
        UNPUBLISH
    }

    default Kind kind() {
        return switch (this) {
            case Create _ -> Kind.CREATE;
            case Delete _ -> Kind.DELETE;
            case Publish _ -> Kind.PUBLISH;
            case Unpublish _ -> Kind.UNPUBLISH;
        };
    }

    /** Empty if the call concerns the whole volume. */
    default Optional<NodeName> node() {
        return switch (this) {
            case Create _, Delete _ -> Optional.empty();
            case Publish publish -> Optional.of(publish.to());
            case Unpublish unpublish -> Optional.of(unpublish.from());
        };
    }

    /** @param node as {@link #node} */
    static Operation of(Kind kind, Optional<NodeName> node) {
        return switch (kind) {
            case CREATE -> new Create();
            case DELETE -> new Delete();
            case PUBLISH -> new Publish(node.orElseThrow());
            case UNPUBLISH -> new Unpublish(node.orElseThrow());
        };
    }

    /** CreateVolume; for a registered volume, ValidateVolumeCapabilities. */
    record Create() implements Operation {}

    record Delete() implements Operation {}

    record Publish(NodeName to) implements Operation {}

    record Unpublish(NodeName from) implements Operation {}
}
