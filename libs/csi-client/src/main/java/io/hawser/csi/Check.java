package io.hawser.csi;

import com.google.protobuf.Message;
import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import java.util.List;
import java.util.Optional;

/** Checks a message against the rules of the specification and keeps the first violation. */
final class Check {

    private Optional<Violation> first = Optional.empty();

    private Check() {}

    static Check start() {
        return new Check();
    }

    /** Starts with the checks for every message: sizes and the spelling of secrets' keys. */
    static Check of(Message message) {
        Check check = new Check();
        check.first = FieldLimits.check(message);
        return check;
    }

    Check that(boolean holds, String field, String rule) {
        if (!holds && first.isEmpty()) {
            first = Optional.of(new Violation(field, rule));
        }
        return this;
    }

    Check and(Optional<Violation> found) {
        first = first.or(() -> found);
        return this;
    }

    Check present(String field, String value) {
        return that(!value.isEmpty(), field, "is required").storable(field, value);
    }

    /** Checks text that is stored in a table, where every character except NUL is allowed. */
    Check storable(String field, String value) {
        return that(value.indexOf('\0') < 0, field, "must not hold a NUL character");
    }

    Check absolute(String field, String path) {
        return present(field, path).that(path.startsWith("/"), field, "must be an absolute path");
    }

    Check notNegative(String field, long value) {
        return that(value >= 0, field, "must not be negative");
    }

    /** Checks a name that the orchestrator chooses (CSI, "Size Limits" and CreateVolumeRequest.name). */
    Check name(String field, String name) {
        return present(field, name)
                .that(name.codePoints().noneMatch(Check::isControl), field, "must not hold control characters");
    }

    private static boolean isControl(int c) {
        boolean whiteSpace = c == 0x09 || c == 0x0A || c == 0x0D;
        return (c <= 0x1F && !whiteSpace) || (c >= 0x7F && c <= 0x9F);
    }

    Check range(String field, CapacityRange range) {
        long required = range.getRequiredBytes();
        long limit = range.getLimitBytes();
        return notNegative(field + ".required_bytes", required)
                .notNegative(field + ".limit_bytes", limit)
                .that(required > 0 || limit > 0, field, "must say required_bytes or limit_bytes")
                .that(limit == 0 || limit >= required, field + ".limit_bytes", "must not be below required_bytes");
    }

    Check capabilities(String field, List<VolumeCapability> capabilities) {
        that(!capabilities.isEmpty(), field, "is required");
        for (int i = 0; i < capabilities.size(); i++) {
            capability(field + "[" + i + "]", true, capabilities.get(i));
        }
        return this;
    }

    Check capability(String field, boolean present, VolumeCapability capability) {
        Mode mode = capability.getAccessMode().getMode();
        return that(present, field, "is required")
                .that(
                        capability.getAccessTypeCase() != VolumeCapability.AccessTypeCase.ACCESSTYPE_NOT_SET,
                        field + ".access_type",
                        "must be block or mount")
                .that(
                        mode != Mode.UNKNOWN && mode != Mode.UNRECOGNIZED,
                        field + ".access_mode",
                        "is required, and must be a mode of CSI 1.12");
    }

    Optional<Violation> end() {
        return first;
    }
}
