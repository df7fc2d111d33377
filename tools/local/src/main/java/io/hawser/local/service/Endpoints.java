package io.hawser.local.service;

import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.endpoint.FolderId;
import io.hawser.local.layout.LocalLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The endpoints of one data folder, written to {@code endpoints.properties}, which the command line reads. Keys are
 * {@code kafka}, {@code topics.prefix}, {@code token.file} (a path; the file never contains the token itself), {@code
 * folder} and one for each service or agent.
 */
public record Endpoints(Map<String, String> byName) {
    /** The secret that writing REST calls require. */
    public static final String TOKEN = "rest-token";

    public Endpoints {
        byName = Map.copyOf(byName);
    }

    public static Endpoints of(LocalLayout layout, DataServices data, LocalServices services) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("kafka", data.bootstrapServers());
        all.put(
                "topics.prefix",
                Objects.requireNonNullElse(System.getenv("HAWSER_TOPICS_PREFIX"), TopicNames.DEFAULT.prefix()));
        all.put("token.file", layout.secrets().file(TOKEN).toString());
        HawserService.namesWithDatabase()
                .forEach(name -> all.put(name, services.http(name).toString()));
        LocalLayout.nodeNames()
                .forEach(node -> all.put(
                        LocalServices.agentName(node),
                        services.http(LocalServices.agentName(node)).toString()));
        return new Endpoints(all);
    }

    /** Writes the endpoints to the file that the command line reads. */
    public void writeTo(LocalLayout layout) {
        Path file = layout.endpoints();
        // A command never reads half of it.
        Path next = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.writeString(
                    next,
                    lines(name -> name + "=", Endpoints::escaped) + "\n" + io.hawser.cli.endpoint.Endpoints.FOLDER + "="
                            + FolderId.of(layout.home()) + "\n");
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + layout.endpoints(), e);
        }
    }

    /** One line for each endpoint, ordered by name, with aligned addresses. */
    public String table(String indent) {
        int width = byName.keySet().stream().mapToInt(String::length).max().orElse(0);
        return lines(name -> indent + name + " ".repeat(width - name.length()) + "  ", address -> address);
    }

    /** A reader of properties takes a backslash for the start of an escape. */
    private static String escaped(String value) {
        return value.replace("\\", "\\\\");
    }

    private String lines(UnaryOperator<String> label, UnaryOperator<String> address) {
        return byName.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(each -> label.apply(each.getKey()) + address.apply(each.getValue()))
                .collect(Collectors.joining("\n"));
    }
}
