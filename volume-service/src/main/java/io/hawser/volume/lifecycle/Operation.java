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

    Kind kind();

    /** Empty if the call concerns the whole volume. */
    default Optional<NodeName> node() {
        return Optional.empty();
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

    record Create() implements Operation {
        @Override
        public Kind kind() {
            return Kind.CREATE;
        }
    }

    record Delete() implements Operation {
        @Override
        public Kind kind() {
            return Kind.DELETE;
        }
    }

    record Publish(NodeName to) implements Operation {
        @Override
        public Kind kind() {
            return Kind.PUBLISH;
        }

        @Override
        public Optional<NodeName> node() {
            return Optional.of(to);
        }
    }

    record Unpublish(NodeName from) implements Operation {
        @Override
        public Kind kind() {
            return Kind.UNPUBLISH;
        }

        @Override
        public Optional<NodeName> node() {
            return Optional.of(from);
        }
    }
}
