package io.hawser.cli.text;

import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.ProtocolMessageEnum;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Enum values of the contracts in the form that people write: {@code SCOPE_SINGLE_NODE} is {@code single-node}. */
public final class Words {
    private Words() {}

    /** The word of a value; {@code unspecified} for zero. */
    public static String of(ProtocolMessageEnum value) {
        return word(value.getDescriptorForType(), value.getValueDescriptor().getName());
    }

    /**
     * The value of a word.
     *
     * @param values all values of the enum
     * @throws IllegalArgumentException listing the words that exist
     */
    public static <E extends Enum<E> & ProtocolMessageEnum> E parse(String word, E[] values) {
        List<E> sayable = Arrays.stream(values)
                .filter(value -> !value.name().equals("UNRECOGNIZED"))
                .filter(value -> value.getNumber() != 0)
                .toList();
        return sayable.stream()
                .filter(value -> of(value).equals(word.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + word + "' is none of "
                        + String.join(", ", sayable.stream().map(Words::of).toList())));
    }

    /** @param option that has this word, such as {@code --sharing} */
    public static <E extends Enum<E> & ProtocolMessageEnum> E parse(String option, String word, E[] values) {
        try {
            return parse(word, values);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
        }
    }

    private static String word(EnumDescriptor type, String name) {
        // NodeAvailability's values begin with NODE_AVAILABILITY_.
        String prefix = type.getName().replaceAll("([a-z])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT) + "_";
        String bare = name.startsWith(prefix) ? name.substring(prefix.length()) : name;
        return bare.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
