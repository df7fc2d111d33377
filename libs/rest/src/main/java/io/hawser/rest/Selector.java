package io.hawser.rest;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.ws.rs.BadRequestException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which items of a list are asked for, as in Kubernetes: {@code fieldSelector=phase=VOLUME_PHASE_CREATED} and {@code
 * labelSelector=tier=hot,zone!=a}. All terms must match.
 */
public record Selector(List<Term> fields, List<Term> labels) {
    public static final String FIELDS = "fieldSelector";
    public static final String LABELS = "labelSelector";
    public static final Selector ALL = new Selector(List.of(), List.of());

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._/-]*[A-Za-z0-9])?");

    private static final Set<String> DEFAULTS = Set.of("", "0", "0.0", "false");

    /** Where items of different lists have their labels. */
    private static final List<String> LABELS_AT = List.of("labels", "spec.labels", "node.labels");

    public Selector {
        fields = List.copyOf(fields);
        labels = List.copyOf(labels);
    }

    /**
     * One comparison.
     *
     * @param name of a label, or the path of a field, such as {@code spec.plugin}; of a list, one element must match
     * @param value empty: whether it is set at all
     */
    public record Term(String name, boolean equal, Optional<String> value) {
        static Term parse(String parameter, String text) {
            int at = text.indexOf('=');
            if (at > 0) {
                boolean equal = text.charAt(at - 1) != '!';
                String name = text.substring(0, equal ? at : at - 1).strip();
                String value =
                        text.substring(at + (text.startsWith("==", at) ? 2 : 1)).strip();
                if (NAME.matcher(name).matches()) {
                    return new Term(name, equal, Optional.of(value));
                }
            }
            boolean set = !text.startsWith("!");
            String name = set ? text.strip() : text.substring(1).strip();
            if (NAME.matcher(name).matches()) {
                return new Term(name, set, Optional.empty());
            }
            throw new BadRequestException(parameter + ": '" + text
                    + "' is no comparison: write NAME=VALUE, NAME!=VALUE, NAME or !NAME, with commas between");
        }

        /** An object is set, but has no value. */
        boolean matches(Stream<JsonNode> values) {
            return values.filter(found -> !found.isNull())
                            .anyMatch(found -> value.map(wanted -> found.isValueNode() && wanted.equals(found.asText()))
                                    .orElse(true))
                    == equal;
        }

        /** A field with its type's default may be written, and counts as not set. */
        boolean matchesField(Stream<JsonNode> values) {
            return matches(value.isPresent() ? values : values.filter(found -> !isDefault(found)));
        }

        private static boolean isDefault(JsonNode found) {
            return found.isValueNode()
                    && (DEFAULTS.contains(found.asText()) || found.asText().endsWith("_UNSPECIFIED"));
        }
    }

    /**
     * @param fields the query's parameter; empty if the query has none
     * @param labels the query's parameter; empty if the query has none
     * @throws BadRequestException that names the parameter
     */
    public static Selector of(Optional<String> fields, Optional<String> labels) {
        return new Selector(terms(FIELDS, fields), terms(LABELS, labels));
    }

    private static List<Term> terms(String parameter, Optional<String> text) {
        return text.filter(terms -> !terms.isBlank()).stream()
                .flatMap(terms -> Arrays.stream(terms.split(",", -1)))
                .map(term -> Term.parse(parameter, term))
                .toList();
    }

    public boolean matches(JsonNode item) {
        return fields.stream().allMatch(term -> term.matchesField(at(item, term.name())))
                && labels.stream()
                        .allMatch(term -> term.matches(LABELS_AT.stream()
                                .map(at -> at(item, at).findFirst())
                                .flatMap(Optional::stream)
                                .map(found -> found.path(term.name()))
                                .filter(JsonNode::isValueNode)));
    }

    /** The values at a path. A field whose name has dots is found, too. */
    private static Stream<JsonNode> at(JsonNode node, String path) {
        if (node.isArray()) {
            return node.valueStream().flatMap(element -> at(element, path));
        }
        JsonNode whole = node.path(path);
        if (!whole.isMissingNode()) {
            return whole.isArray() ? whole.valueStream() : Stream.of(whole);
        }
        int dot = path.indexOf('.');
        return dot < 0 || !node.has(path.substring(0, dot))
                ? Stream.empty()
                : at(node.path(path.substring(0, dot)), path.substring(dot + 1));
    }
}
