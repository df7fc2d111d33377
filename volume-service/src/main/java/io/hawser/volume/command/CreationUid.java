package io.hawser.volume.command;

import io.hawser.bus.envelope.Origin;
import io.hawser.message.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The uid of a volume's creation, which the plugin knows it by: derived from the command's record, so a replay after a
 * restore finds the same backing volume. The command's id is part of it, because a topic that lost its end uses offsets
 * a second time (ADR 22).
 */
public final class CreationUid {
    private static final int CHARACTERS = 24;

    private CreationUid() {}

    public static String of(Origin origin, String commandId) {
        byte[] digest = Sha256.of(
                origin.topicId().getBytes(StandardCharsets.UTF_8),
                new byte[1],
                (origin.partition() + "/" + origin.offset() + "/" + commandId).getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest).substring(0, CHARACTERS);
    }
}
