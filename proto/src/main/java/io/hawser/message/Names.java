package io.hawser.message;

import java.util.Optional;

/** The refusals of names, in words for people. */
public final class Names {
    private Names() {}

    /** @return the fault; empty = none */
    public static Optional<Fault> volume(String field, String name) {
        return check(
                NameRules.isVolume(name), field, name, "is not a lower case DNS label of 1 to 63 characters [a-z0-9-]");
    }

    /** @return the fault; empty = none */
    public static Optional<Fault> segment(String field, String name) {
        return check(
                NameRules.isSegment(name),
                field,
                name,
                "is not 1 to 63 characters of [a-z0-9.-] with a letter or digit at both ends and no '..'");
    }

    /** @return the fault; empty = none */
    public static Optional<Fault> service(String field, String name) {
        return check(
                NameRules.isService(name),
                field,
                name,
                "is not 1 to 128 letters, digits or inner [._-], or it holds '..'");
    }

    private static Optional<Fault> check(boolean isOne, String field, String name, String fault) {
        return isOne ? Optional.empty() : Fault.of(field, "'" + Truncated.of(name) + "' " + fault);
    }
}
