package io.hawser.strict;

/**
 * What a call is about.
 *
 * @param key its id as far as the caller can know it, else its name; empty for NONE
 */
public record Subject(Kind kind, String key) {

    /** The kinds of things for which the specification allows one call in flight. */
    public enum Kind {
        VOLUME,
        SNAPSHOT,
        GROUP,
        NONE
    }

    public static final Subject NONE = new Subject(Kind.NONE, "");

    public boolean isNone() {
        return kind == Kind.NONE;
    }
}
