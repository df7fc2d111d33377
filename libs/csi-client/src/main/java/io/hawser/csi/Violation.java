package io.hawser.csi;

/**
 * A rule of the specification that a message breaks.
 *
 * @param field path in the proto's spelling, for example {@code volume_capabilities[0].access_mode}
 * @param rule the rest of a sentence that begins with the field; never contains the field's value
 */
public record Violation(String field, String rule) {

    @Override
    public String toString() {
        return field + " " + rule;
    }
}
