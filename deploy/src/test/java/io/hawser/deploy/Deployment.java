package io.hawser.deploy;

import io.hawser.deploy.Kubernetes.Workload;
import io.hawser.embedded.process.ChildProcess;
import io.hawser.embedded.process.Launch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One packaged service as its image and its manifest start it: the image's command, and of variables exactly the
 * manifest's, nothing of ours. Told otherwise are only the port, which the kernel chooses because on this machine any
 * other may be taken, and what {@code Surroundings} replaces.
 */
final class Deployment {
    private static final String IN_IMAGE = "/opt/hawser/";
    private static final Pattern LISTENING = Pattern.compile("Listening on: http://0\\.0\\.0\\.0:(\\d+)");
    private static final String LAST_LINE_OF_A_START = "Installed features: ";

    /**
     * What is elsewhere here.
     *
     * @param replaced parts of values: addresses and folders
     * @param secrets by name and key, joined by a slash
     * @param optional variables of the optional secrets that there are, by the secret's name
     * @param overlay variables that an overlay's configuration adds, for all
     */
    record Surroundings(
            Map<String, String> replaced,
            Map<String, String> secrets,
            Map<String, Map<String, String>> optional,
            Map<String, String> overlay) {}

    private final Workload workload;
    private final Path log;
    private final ChildProcess process;

    private Deployment(Workload workload, Surroundings surroundings, Path folder) {
        this.workload = workload;
        this.log = folder.resolve(workload.name() + ".log");
        Map<String, String> variables = new LinkedHashMap<>();
        workload.environment()
                .forEach(variable -> variables.put(variable.name(), value(variable.source(), workload, surroundings)));
        variables.putAll(surroundings.overlay());
        // They come after the common settings of Kafka, and of two values the later one counts.
        workload.optionalSecrets()
                .forEach(secret -> variables.putAll(surroundings.optional().getOrDefault(secret, Map.of())));
        variables.put("QUARKUS_HTTP_PORT", "0");
        List<String> command = new ArrayList<>(List.of("env", "--ignore-environment"));
        variables.forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(entrypoint(workload.name()));
        this.process = ChildProcess.start(new Launch(workload.name(), command, Map.of(), log, Launch.Lifetime.WITH_US));
    }

    static Deployment start(Workload workload, Surroundings surroundings, Path folder) {
        return new Deployment(workload, surroundings, folder);
    }

    String name() {
        return workload.name();
    }

    Workload workload() {
        return workload;
    }

    ChildProcess process() {
        return process;
    }

    /** Whether its start is over, and so all said that a start says. */
    boolean started() {
        return log().stream().anyMatch(line -> line.contains(LAST_LINE_OF_A_START));
    }

    /** From elsewhere than its own loopback address, as a kubelet asks. */
    String url(String path) {
        String port = log().stream()
                .map(LISTENING::matcher)
                .filter(Matcher::find)
                .map(listening -> listening.group(1))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name() + " listens nowhere"));
        return "http://127.0.0.2:" + port + path;
    }

    /** Whole lines: the one that it is writing just now is left out. */
    List<String> log() {
        try {
            String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name();
    }

    private static String value(Variable.Source source, Workload workload, Surroundings surroundings) {
        return switch (source) {
            case Variable.Text(String text) -> {
                String here = text;
                for (Map.Entry<String, String> each : surroundings.replaced().entrySet()) {
                    here = here.replace(each.getKey(), each.getValue());
                }
                yield here;
            }
            case Variable.PodField(String path) ->
                switch (path) {
                    case "metadata.name" -> workload.name() + "-0";
                    case "spec.nodeName" -> "node-1.example.com";
                    default -> throw new AssertionError("what is " + path + " of a pod?");
                };
            case Variable.Secret(String name, String key) -> {
                String secret = surroundings.secrets().get(name + "/" + key);
                if (secret == null) {
                    throw new AssertionError("README tells nobody to make the secret " + name + "/" + key);
                }
                yield secret;
            }
            case Variable.Asked asked -> throw new AssertionError("not in Kubernetes: " + asked);
        };
    }

    /** The image's own, on our Java, and with what makes it quick to start and small. */
    private static List<String> entrypoint(String service) {
        Path app = Path.of("..", service, "target/quarkus-app").toAbsolutePath().normalize();
        List<String> command = new ArrayList<>();
        Containerfile.entrypoint().forEach(word -> {
            if (word.equals("java")) {
                command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
                command.addAll(List.of("-XX:+UseSerialGC", "-Xmx256m"));
            } else {
                command.add(word.replace(IN_IMAGE, app + "/"));
            }
        });
        return command;
    }
}
