package io.hawser.node.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hawser.mounts.MountEntry;
import io.hawser.node.mount.TaskMounts;
import io.hawser.node.mount.TaskMounts.TaskMount;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** An answer of HTTP, in JSON. */
public record RuntimeAnswer(int status, Map<String, Object> body) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public static RuntimeAnswer of(RuntimeRequest.Refused refused) {
        return message(refused.status(), refused.message());
    }

    public static RuntimeAnswer message(int status, String message) {
        return new RuntimeAnswer(status, Map.of("message", message));
    }

    /** 200: mounted; 503: not yet, so ask again; 404: the task has no such mount. */
    public static RuntimeAnswer of(RuntimeRequest.Ask ask, TaskMounts found) {
        return switch (found) {
            case TaskMounts.NotYetKnown(String message) -> message(503, message);
            case TaskMounts.None(String message) -> message(404, message);
            case TaskMounts.Some some -> {
                Map<String, Object> body = new LinkedHashMap<>();
                body.put("task", ask.task());
                body.put("volume", ask.volume());
                body.put("mounted", some.mounted());
                body.put("message", some.message());
                body.put(
                        "mounts",
                        some.mounts().stream().map(RuntimeAnswer::mount).toList());
                yield new RuntimeAnswer(some.mounted() ? 200 : 503, body);
            }
        };
    }

    private static Map<String, Object> mount(TaskMount mount) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("id", mount.id());
        body.put("path", mount.path().map(Object::toString).orElse(""));
        body.put("readOnly", mount.readOnly());
        body.put("block", mount.block());
        body.put("message", mount.message());
        mount.shown().ifPresent(shown -> body.put("shown", shown(shown)));
        return body;
    }

    private static Map<String, Object> shown(MountEntry mount) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("source", mount.source());
        body.put("fsType", mount.fsType());
        body.put("options", List.copyOf(new TreeSet<>(mount.options())));
        return body;
    }

    /** The whole answer, as it is sent. */
    public byte[] bytes() {
        byte[] json;
        try {
            json = JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps of texts are JSON", e);
        }
        String head = "HTTP/1.1 " + status + " " + reason() + "\r\nContent-Type: application/json\r\nContent-Length: "
                + (json.length + 1) + "\r\nConnection: close\r\n" + (status == 405 ? "Allow: GET\r\n" : "") + "\r\n";
        byte[] start = head.getBytes(StandardCharsets.US_ASCII);
        byte[] all = new byte[start.length + json.length + 1];
        System.arraycopy(start, 0, all, 0, start.length);
        System.arraycopy(json, 0, all, start.length, json.length);
        all[all.length - 1] = '\n';
        return all;
    }

    private String reason() {
        return switch (status) {
            case 200 -> "OK";
            case 400 -> "Bad Request";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 431 -> "Request Header Fields Too Large";
            default -> "Service Unavailable";
        };
    }
}
