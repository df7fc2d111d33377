package io.hawser.node.runtime;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a runtime asks: {@code GET /v1/tasks/TASK/volumes/VOLUME?wait=30s}. */
public sealed interface RuntimeRequest {

    /** @param patience how long the answer may wait until the volume is mounted */
    record Ask(String task, String volume, Duration patience) implements RuntimeRequest {}

    /** @param message for people; it names what is wrong */
    record Refused(int status, String message) implements RuntimeRequest {}

    Duration LONGEST = Duration.ofMinutes(10);
    Pattern LINE = Pattern.compile("([A-Z]+) (\\S+) HTTP/1\\.[01]");
    Pattern PATH = Pattern.compile("/v1/tasks/([^/]+)/volumes/([^/]+)");
    Pattern WAIT = Pattern.compile("([0-9]{1,7})(ms|s|m)");

    /** @param line the request's first line */
    static RuntimeRequest of(String line) {
        Matcher request = LINE.matcher(line);
        if (!request.matches()) {
            return new Refused(400, "the request's first line is not that of HTTP/1.1");
        }
        if (!request.group(1).equals("GET")) {
            return new Refused(405, "only GET is answered here");
        }
        List<String> target = List.of(request.group(2).split("\\?", 2));
        Matcher path = PATH.matcher(target.getFirst());
        if (!path.matches()) {
            return new Refused(404, "the path is not /v1/tasks/TASK/volumes/VOLUME");
        }
        try {
            return ask(decoded(path.group(1)), decoded(path.group(2)), target.size() > 1 ? target.get(1) : "");
        } catch (IllegalArgumentException broken) {
            return new Refused(400, "the path has a % that is not followed by two hex digits");
        }
    }

    private static RuntimeRequest ask(String task, String volume, String query) {
        if (query.isEmpty()) {
            return new Ask(task, volume, Duration.ZERO);
        }
        List<String> parameter = List.of(query.split("=", 2));
        if (!parameter.getFirst().equals("wait") || parameter.size() < 2) {
            return new Refused(400, "the query is not wait=TIME");
        }
        Matcher wait = WAIT.matcher(parameter.get(1));
        if (!wait.matches()) {
            return new Refused(400, "wait: is not a time such as 500ms, 30s or 2m");
        }
        long count = Long.parseLong(wait.group(1));
        Duration patience =
                switch (wait.group(2)) {
                    case "ms" -> Duration.ofMillis(count);
                    case "s" -> Duration.ofSeconds(count);
                    default -> Duration.ofMinutes(count);
                };
        return patience.compareTo(LONGEST) > 0
                ? new Refused(400, "wait: is longer than 10m, the longest")
                : new Ask(task, volume, patience);
    }

    /** In a path, + is no space. */
    private static String decoded(String segment) {
        return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
