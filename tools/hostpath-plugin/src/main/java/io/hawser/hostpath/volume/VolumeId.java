package io.hawser.hostpath.volume;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code hp-KEY-BIRTH}: the key leads to the record; the birth (16 random hex digits) distinguishes the volume from a
 * later one of the same name. Only an id of this form becomes a path.
 */
public record VolumeId(VolumeKey key, String birth) {
    private static final Pattern FORM = Pattern.compile("hp-([0-9a-f]{32})-([0-9a-f]{16})");
    private static final Pattern BIRTH = Pattern.compile("[0-9a-f]{16}");

    public VolumeId {
        if (!BIRTH.matcher(birth).matches()) throw new IllegalArgumentException("birth: not 16 hex digits");
    }

    public static VolumeId of(VolumeName name, long random) {
        return new VolumeId(name.key(), HexFormat.of().toHexDigits(random));
    }

    /** Empty for any text that this plugin cannot have issued: such a volume is unknown, which is no error. */
    public static Optional<VolumeId> parse(String text) {
        Matcher m = FORM.matcher(text);
        return m.matches() ? Optional.of(new VolumeId(new VolumeKey(m.group(1)), m.group(2))) : Optional.empty();
    }

    public String text() {
        return "hp-" + key.hex() + "-" + birth;
    }

    @Override
    public String toString() {
        return text();
    }
}
