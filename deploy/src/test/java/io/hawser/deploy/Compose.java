package io.hawser.deploy;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The compose file. */
final class Compose {
    private static final Set<String> NOT_OURS = Set.of("broker", "acls", "postgres");
    private static final Pattern ASKED = Pattern.compile(".*\\$\\{([A-Z_]+):[?-].*}.*");

    /** One of Hawser's services in it. */
    record Service(String name, Yaml definition) {
        List<Variable> environment() {
            return definition.at("environment").members().entrySet().stream()
                    .map(each ->
                            new Variable(each.getKey(), source(each.getValue().text())))
                    .toList();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private Compose() {}

    static List<Service> services() {
        return Yaml.document(Path.of("compose.yaml")).at("services").members().entrySet().stream()
                .filter(each -> !NOT_OURS.contains(each.getKey()))
                .map(each -> new Service(each.getKey(), each.getValue()))
                .toList();
    }

    private static Variable.Source source(String text) {
        Matcher asked = ASKED.matcher(text);
        return asked.matches() ? new Variable.Asked(asked.group(1)) : new Variable.Text(text);
    }
}
