package io.hawser.volume.lifecycle;

import io.hawser.ledger.call.CallToken;
import io.hawser.volume.id.NodeName;
import java.util.Objects;
import java.util.Optional;

/** Stores the uncertainty before the call: after a crash the call counts as uncertain, never as "did not happen". */
public final class Intents {
    private Intents() {}

    /** The volume as it is stored before the call is sent. */
    public static Volume intend(Volume volume, Operation operation, CallToken token) {
        return switch (operation) {
            case Operation.Create create -> provisioning(volume, create, token);
            case Operation.Delete delete -> provisioning(volume, delete, token);
            case Operation.Publish publish -> publishing(volume, publish.node(), publish, token);
            case Operation.Unpublish unpublish -> publishing(volume, unpublish.node(), unpublish, token);
        };
    }

    private static Volume provisioning(Volume volume, Operation operation, CallToken token) {
        return volume.with(volume.provision().intended())
                .calling(Optional.of(
                        new Volume.Call(token, operation, volume.provision().uncertain())));
    }

    private static Volume publishing(Volume volume, NodeName node, Operation operation, CallToken token) {
        Publication publication = Objects.requireNonNull(volume.publications().get(node));
        return volume.with(publication.intended())
                .calling(Optional.of(new Volume.Call(token, operation, publication.uncertain())));
    }
}
