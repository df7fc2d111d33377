package io.hawser.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * A place in a YAML document.
 *
 * @param where file and keys, for the text of an error
 * @param value as SnakeYAML reads it
 */
record Yaml(String where, Object value) {

    static List<Yaml> documents(Path file) {
        try {
            return documents(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param where the text is from */
    static List<Yaml> documents(String where, String text) {
        return StreamSupport.stream(new org.yaml.snakeyaml.Yaml().loadAll(text).spliterator(), false)
                .filter(Objects::nonNull)
                .map(document -> new Yaml(where, document))
                .toList();
    }

    /** @param where the text is from */
    static Yaml parse(String where, String text) {
        return new Yaml(where, new org.yaml.snakeyaml.Yaml().load(text));
    }

    static Yaml document(Path file) {
        return documents(file).getFirst();
    }

    /** What stands there; an error if nothing does. */
    Yaml at(String... keys) {
        return find(keys).orElseThrow(() -> new AssertionError(where + " has no " + String.join(".", keys)));
    }

    Optional<Yaml> find(String... keys) {
        Yaml here = this;
        for (String key : keys) {
            if (!(here.value instanceof Map<?, ?> map) || map.get(key) == null) {
                return Optional.empty();
            }
            here = new Yaml(here.where + "." + key, map.get(key));
        }
        return Optional.of(here);
    }

    /** Its members; none if it is no list. */
    List<Yaml> items() {
        return value instanceof List<?> list
                ? list.stream().map(item -> new Yaml(where + "[]", item)).toList()
                : List.of();
    }

    /** The members of the list under a key; none if there is no such key. */
    List<Yaml> items(String key) {
        return find(key).map(Yaml::items).orElse(List.of());
    }

    /** Its members by name, in their order; none if it is no map. */
    Map<String, Yaml> members() {
        Map<String, Yaml> members = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, member) -> members.put("" + key, new Yaml(where + "." + key, member)));
        }
        return members;
    }

    List<String> texts() {
        return items().stream().map(Yaml::text).toList();
    }

    String text() {
        return "" + value;
    }

    boolean isTrue() {
        return Boolean.TRUE.equals(value);
    }
}
