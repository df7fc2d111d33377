package io.hawser.strict.call;

/**
 * The subject of a call.
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
