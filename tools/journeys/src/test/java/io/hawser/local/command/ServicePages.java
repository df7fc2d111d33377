package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the services have alike: an index, pages, selectors, problems, OpenAPI, texts of metrics, quiet logs. */
abstract class ServicePages {
    private static final List<String> SERVICES =
            List.of("volume-service", "plugin-registry", "deallocator-service", "agent-node-1");
    private static final ObjectMapper JSON = new ObjectMapper();
    private final HttpClient http = HttpClient.newHttpClient();

    abstract Copy copy();

    @Test
    @DisplayName("each service says at / and /v1 what it answers, with a sentence, and every list in it is there")
    void index() throws Exception {
        for (String service : SERVICES) {
            JsonNode index = json(get(service, "/v1"));
            assertThat(json(get(service, "/"))).isEqualTo(index);
            assertThat(index.path("endpoints")).as(service).isNotEmpty().allSatisfy(endpoint -> {
                assertThat(endpoint.path("about").asText()).as("%s", endpoint).isNotEmpty();
                String path = endpoint.path("path").asText();
                if (path.contains("{") && endpoint.path("query").size() > 0) {
                    problem(get(service, path.replaceAll("\\{\\w+}", "x")), 404, "no ");
                } else if (endpoint.path("query").size() > 0) {
                    assertThat(json(get(service, path)).path("items").isArray())
                            .as("%s", endpoint)
                            .isTrue();
                }
            });
            assertThat(get(service, index.path("openapi").asText()).statusCode())
                    .isEqualTo(200);
            assertThat(get(service, index.path("metrics").asText()).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    @DisplayName("each service answers a wrong path, method or parameter with a problem that says what is wrong")
    void problems() throws Exception {
        for (String service : SERVICES) {
            String list = lists(service).getFirst();
            problem(get(service, "/v1/nope"), 404, "/v1/nope");
            problem(send(service, "DELETE", list), 405, list + " takes no DELETE");
            problem(get(service, list + "?limit=0"), 400, "limit: must be");
            problem(get(service, list + "?lmit=5"), 400, "lmit: there is no such parameter here; there are limit");
            problem(get(service, list + "?continue=x"), 400, "continue: not a token");
            problem(get(service, list + "?fieldSelector=!"), 400, "fieldSelector: '!' is no comparison");
            problem(get(service, list + "?labelSelector=!"), 400, "labelSelector: '!' is no comparison");
        }
        problem(get("volume-service", "/v1/volumes/nobody"), 404, "no volume is called nobody");
        problem(get("plugin-registry", "/v1/plugins/nobody"), 404, "no plugin");
        problem(get("deallocator-service", "/v1/services/nobody"), 404, "no service");
        problem(send("volume-service", "POST", "/v1/republish"), 401, "HAWSER_TOKEN");
    }

    @Test
    @DisplayName("lists take selectors, and capabilities have names")
    void selectors() throws Exception {
        JsonNode plugin = json(get("plugin-registry", "/v1/plugins?fieldSelector=name=hostpath.hawser"))
                .at("/items/0");
        assertThat(plugin.path("controllerCapabilities").valueStream().map(JsonNode::asText))
                .contains("CREATE_DELETE_VOLUME", "PUBLISH_UNPUBLISH_VOLUME");
        assertThat(json(get("plugin-registry", "/v1/plugins?fieldSelector=name!=hostpath.hawser"))
                        .path("items"))
                .isEmpty();
        JsonNode nodes = json(get("volume-service", "/v1/nodes?fieldSelector=node.name=node-2"))
                .path("items");
        assertThat(nodes).extracting(node -> node.at("/node/name").asText()).containsExactly("node-2");
        assertThat(nodes.at("/0/plugins/0/nodeCapabilities").valueStream().map(JsonNode::asText))
                .contains("STAGE_UNSTAGE_VOLUME");
        assertThat(json(get("volume-service", "/v1/nodes?labelSelector=zone=nowhere"))
                        .path("items"))
                .isEmpty();
        assertThat(json(get("agent-node-1", "/v1/plugins?fieldSelector=plugin=hostpath.hawser"))
                        .at("/items/0/nodeCapabilities"))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(name.asText()).matches("[A-Z_]+"));
    }

    @Test
    @DisplayName(
            "each operation in OpenAPI names the schema of its answer and of its problems, with an example of each")
    void openApi() throws Exception {
        for (String service : SERVICES) {
            JsonNode document = json(get(service, "/v1/openapi"));
            SchemaCheck schemas = new SchemaCheck(document);
            assertThat(document.path("openapi").asText()).startsWith("3.");
            for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
                for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                    String where = service + " " + operation.getKey() + " " + path.getKey();
                    JsonNode responses = operation.getValue().path("responses");
                    assertThat(responses.has("200") && responses.has("default"))
                            .as(where)
                            .isTrue();
                    for (Map.Entry<String, JsonNode> response : responses.properties()) {
                        JsonNode content = response.getValue()
                                .path("content")
                                .path(
                                        response.getKey().equals("200")
                                                ? "application/json"
                                                : "application/problem+json");
                        assertThat(schemas.differences(
                                        content.path("example"), content.path("schema"), where + " example"))
                                .isEmpty();
                    }
                    if (operation.getKey().equals("get") && !path.getKey().contains("{")) {
                        JsonNode answer = json(get(service, path.getKey()));
                        JsonNode content = responses.path("200").path("content").path("application/json");
                        assertThat(schemas.differences(answer, content.path("schema"), where))
                                .isEmpty();
                        compare(answer, content.path("example"), where);
                    }
                }
            }
        }
    }

    @Test
    @DisplayName("each list refuses a field that its items do not have, and names those that there are")
    void unknownFields() throws Exception {
        for (String service : SERVICES) {
            for (String list : lists(service)) {
                problem(
                        get(service, list + "?fieldSelector=phse=x"),
                        400,
                        "fieldSelector: phse: there is no such field; there are ");
            }
        }
        problem(
                get("volume-service", "/v1/volumes?fieldSelector=spec.plugn=p"),
                400,
                "spec.plugn: there is no such field; there are spec.plugin, ");
    }

    @Test
    @DisplayName("every metric of Hawser has a text, and they say how many volumes and claims there are")
    void metrics() throws Exception {
        for (String service : SERVICES) {
            String page = get(service, "/q/metrics").body();
            List<String> named = page.lines()
                    .filter(line -> line.startsWith("# TYPE hawser_"))
                    .map(line -> line.split(" ")[2])
                    .toList();
            assertThat(named).as(service).isNotEmpty().allSatisfy(name -> assertThat(page)
                    .containsPattern("(?m)^# HELP " + name + " \\S"));
        }
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(
                        get("volume-service", "/q/metrics").body())
                .containsPattern("hawser_volumes\\{.*phase=\"removing\".*}")
                .containsPattern("hawser_claims\\{.*reason=\"VolumeInUse\".*}"));
    }

    @Test
    @DisplayName("no log has a line that repeats for ever")
    void logs() throws IOException {
        try (var logs = Files.list(copy().home().resolve("logs"))) {
            for (Path log : logs.toList()) {
                Map<String, Long> lines = Files.readAllLines(log).stream()
                        // A machine that is too slow for a while says so each second.
                        .filter(line -> !line.contains("BlockedThreadChecker"))
                        .map(line -> line.replaceAll("0x[0-9a-f]+|[0-9]+", "#"))
                        .filter(line -> line.contains(" WARN ") || line.contains(" ERROR "))
                        .collect(Collectors.groupingBy(line -> line, Collectors.counting()));
                assertThat(lines).as("%s", log).allSatisfy((line, times) -> assertThat(times)
                        .isLessThan(20));
                assertThat(Files.readString(log)).doesNotContain("SO_KEEPALIVE");
            }
        }
    }

    private static void compare(JsonNode answer, JsonNode example, String where) {
        JsonNode real = answer.has("items") ? answer.at("/items/0") : answer;
        JsonNode shown = example.has("items") ? example.at("/items/0") : example;
        // What an installation does not have now cannot be compared; a field that is empty may be missing.
        if (real.isObject()) {
            assertThat(shown.properties())
                    .as(where)
                    .extracting(Map.Entry::getKey)
                    .containsAll(real.properties().stream()
                            .filter(field -> !field.getValue().isEmpty()
                                    || !field.getValue().asText().matches("|0|false"))
                            .map(Map.Entry::getKey)
                            .toList());
        }
    }

    private static void problem(HttpResponse<String> response, int status, String detail) throws IOException {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("content-type").orElse("")).startsWith("application/problem+json");
        JsonNode problem = JSON.readTree(response.body());
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("title").asText()).isNotEmpty();
        assertThat(problem.path("detail").asText()).contains(detail);
    }

    private List<String> lists(String service) throws Exception {
        return json(get(service, "/v1"))
                .path("endpoints")
                .valueStream()
                .filter(endpoint -> endpoint.path("query").size() > 0)
                .map(endpoint -> endpoint.path("path").asText())
                .filter(path -> !path.contains("{"))
                .toList();
    }

    private static JsonNode json(HttpResponse<String> response) throws IOException {
        assertThat(response.statusCode())
                .as("%s: %s", response.uri(), response.body())
                .isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private HttpResponse<String> get(String service, String path) throws IOException, InterruptedException {
        return send(service, "GET", path);
    }

    private HttpResponse<String> send(String service, String method, String path)
            throws IOException, InterruptedException {
        Properties endpoints = new Properties();
        try (var reader = Files.newBufferedReader(copy().home().resolve("endpoints.properties"))) {
            endpoints.load(reader);
        }
        return http.send(
                HttpRequest.newBuilder(URI.create(endpoints.getProperty(service) + path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
