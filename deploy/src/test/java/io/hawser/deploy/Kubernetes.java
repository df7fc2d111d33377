package io.hawser.deploy;

import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The manifests in {@code kubernetes}, without the tool that renders them. */
final class Kubernetes {
    static final Path FOLDER = Path.of("kubernetes");
    static final Yaml KUSTOMIZATION = Yaml.document(FOLDER.resolve("kustomization.yaml"));

    private static final Map<String, List<String>> CONFIG_MAPS = KUSTOMIZATION.items("configMapGenerator").stream()
            .collect(toMap(
                    map -> map.at("name").text(), map -> map.at("literals").texts()));

    /** One service's pods. */
    record Workload(Yaml object) {
        String name() {
            return object.at("metadata", "name").text();
        }

        String kind() {
            return object.at("kind").text();
        }

        Yaml pod() {
            return object.at("spec", "template", "spec");
        }

        Yaml container() {
            return pod().items("containers").getFirst();
        }

        int port() {
            return (Integer)
                    container().items("ports").getFirst().at("containerPort").value();
        }

        /** Without what optional secrets may add. */
        List<Variable> environment() {
            return Stream.concat(
                            container().items("envFrom").stream().flatMap(Kubernetes::all),
                            container().items("env").stream().map(Kubernetes::one))
                    .toList();
        }

        /** Those whose variables it gets as they are, where somebody has made them. */
        List<String> optionalSecrets() {
            return container().items("envFrom").stream()
                    .flatMap(from -> from.find("secretRef").stream())
                    .filter(secret -> secret.at("optional").isTrue())
                    .map(secret -> secret.at("name").text())
                    .toList();
        }

        @Override
        public String toString() {
            return name();
        }
    }

    private Kubernetes() {}

    static List<Yaml> objects() {
        return KUSTOMIZATION.items("resources").stream()
                .flatMap(file -> Yaml.documents(FOLDER.resolve(file.text())).stream())
                .toList();
    }

    static List<Yaml> objects(String kind) {
        return objects().stream()
                .filter(object -> object.at("kind").text().equals(kind))
                .toList();
    }

    static List<Workload> workloads() {
        return objects().stream()
                .filter(object -> object.find("spec", "template", "spec").isPresent())
                .map(Workload::new)
                .toList();
    }

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.toList();
        }
    }

    private static Stream<Variable> all(Yaml from) {
        return from.find("configMapRef", "name").stream()
                .flatMap(name -> CONFIG_MAPS.get(name.text()).stream())
                .map(literal -> literal.split("=", 2))
                .map(parts -> new Variable(parts[0], new Variable.Text(parts[1])));
    }

    private static Variable one(Yaml variable) {
        String name = variable.at("name").text();
        Variable.Source source = variable.find("value")
                .<Variable.Source>map(value -> new Variable.Text(value.text()))
                .or(() -> variable.find("valueFrom", "fieldRef", "fieldPath")
                        .map(path -> new Variable.PodField(path.text())))
                .orElseGet(() -> {
                    Yaml secret = variable.at("valueFrom", "secretKeyRef");
                    return new Variable.Secret(
                            secret.at("name").text(), secret.at("key").text());
                });
        return new Variable(name, source);
    }
}
