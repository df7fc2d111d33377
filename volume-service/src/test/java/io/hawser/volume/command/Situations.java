package io.hawser.volume.command;

import io.hawser.volume.command.CommandRules.Situation;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.IdOwner;
import io.hawser.volume.lifecycle.Volume;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What tests know when a command is decided. */
public final class Situations {
    private Situations() {}

    /** The usual one: the plugin is known, no claim holds the volume, and the uid of a new one is {@code uid}. */
    public static Situation of(Optional<Volume> existing) {
        return situation(existing, true, Optional.empty(), Map.of());
    }

    static Situation situation(
            Optional<Volume> existing, boolean pluginKnown, Optional<IdOwner> owner, Map<NodeName, String> mounted) {
        return new Situation(existing, List.of(), pluginKnown, "uid", Instant.EPOCH, owner, mounted);
    }
}
