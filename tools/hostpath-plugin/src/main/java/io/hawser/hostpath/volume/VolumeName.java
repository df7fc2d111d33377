package io.hawser.hostpath.volume;

import io.hawser.message.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The name from the orchestrator: any Unicode except most control characters, 1 to 128 bytes of UTF-8
 * (CreateVolumeRequest.name).
 */
public record VolumeName(String text) {
    private static final int MAX_BYTES = 128;

    public VolumeName {
        if (text.isEmpty()) throw new IllegalArgumentException("name: is required");
        if (text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES)
            throw new IllegalArgumentException("name: is longer than " + MAX_BYTES + " bytes");
        if (text.codePoints().anyMatch(VolumeName::forbidden))
            throw new IllegalArgumentException("name: has a control character that CSI forbids");
    }

    /** U+0000-0008, 000B, 000C, 000E-001F and 007F-009F. */
    private static boolean forbidden(int c) {
        return c <= 0x08 || c == 0x0B || c == 0x0C || (c >= 0x0E && c <= 0x1F) || (c >= 0x7F && c <= 0x9F);
    }

    /** A hash, so that no name, however strange, becomes a path. */
    public VolumeKey key() {
        byte[] hash = Sha256.of(text.getBytes(StandardCharsets.UTF_8));
        return new VolumeKey(HexFormat.of().formatHex(hash, 0, 16));
    }
}
