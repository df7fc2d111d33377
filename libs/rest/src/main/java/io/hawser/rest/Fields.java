package io.hawser.rest;

import jakarta.ws.rs.BadRequestException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Refuses a selector with a field that the list's items do not have: it would select nothing, or everything. */
record Fields(Schemas schemas, Map<String, Object> item) {
    private static final String VALUES = "additionalProperties";

    /** @throws BadRequestException that names the field, and those that there are */
    void check(Selector selector) {
        selector.fields().forEach(term -> check(term, item, term.name(), ""));
    }

    /**
     * @param rest what is left of the path
     * @param before the path up to here, with a dot at its end
     */
    private void check(Selector.Term term, Map<String, Object> schema, String rest, String before) {
        Map<String, Object> here = plain(schema);
        if (here.containsKey(VALUES)) {
            return;
        }
        Map<String, Object> properties = map(here.get("properties"));
        int dot = rest.indexOf('.');
        String name = dot < 0 || properties.containsKey(rest) ? rest : rest.substring(0, dot);
        if (!properties.containsKey(name)) {
            throw refused(term, "there is no such field", before, properties.keySet());
        }
        Map<String, Object> found = plain(map(properties.get(name)));
        if (!name.equals(rest)) {
            check(term, found, rest.substring(dot + 1), before + name + ".");
        } else if (term.value().isPresent() && "object".equals(found.get("type"))) {
            throw refused(
                    term,
                    "has no value of its own",
                    term.name() + ".",
                    found.containsKey(VALUES)
                            ? List.of("KEY")
                            : map(found.get("properties")).keySet());
        }
    }

    /** A schema without reference, null and array around it, as selectors look into items. */
    private Map<String, Object> plain(Map<String, Object> schema) {
        Map<String, Object> resolved = schemas.resolved(schema);
        return resolved.get("anyOf") instanceof List<?> either
                ? plain(map(either.getFirst()))
                : "array".equals(resolved.get("type")) ? plain(map(resolved.get("items"))) : resolved;
    }

    private static BadRequestException refused(
            Selector.Term term, String message, String before, Collection<String> names) {
        String known = Optional.of(names.stream().map(name -> before + name).toList())
                .filter(all -> !all.isEmpty())
                .map(all -> "; there are " + String.join(", ", all))
                .orElse("");
        return new BadRequestException(Selector.FIELDS + ": " + term.name() + ": " + message + known);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(@Nullable Object schema) {
        return schema == null ? Map.of() : (Map<String, Object>) schema;
    }
}
