package io.hawser.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OpenApiTest {
    /** A resource as a service has it. */
    @Path("/v1/things")
    static class Things {
        @GET
        public List<String> list(
                @QueryParam("limit") Optional<String> limit, @QueryParam("continue") Optional<String> token) {
            return List.of();
        }

        @GET
        @Path("{name}")
        public String one() {
            return "";
        }

        @POST
        @Path("/{name}/{how: touch|leave}")
        public String touch(@HeaderParam("Authorization") Optional<String> token) {
            return "";
        }

        public void other() {}
    }

    private static final List<Endpoint> ENDPOINTS = Endpoint.of(Stream.of(Things.class));

    @Test
    @DisplayName("endpoints are read off their classes; a list takes selectors; a choice of words is several paths")
    void endpoints() {
        assertThat(ENDPOINTS)
                .containsExactly(
                        new Endpoint(
                                "GET",
                                "/v1/things",
                                List.of("limit", "continue", "fieldSelector", "labelSelector"),
                                true,
                                false),
                        new Endpoint("GET", "/v1/things/{name}", List.of(), false, false),
                        new Endpoint("POST", "/v1/things/{name}/leave", List.of(), false, true),
                        new Endpoint("POST", "/v1/things/{name}/touch", List.of(), false, true));
    }

    @Test
    @DisplayName("the document has each endpoint with its parameters, an example and the problem")
    void document() {
        // Given
        ObjectMapper json = new ObjectMapper();
        Map<String, Example> examples = Map.of(
                "GET /v1/things",
                new Example("all things", json.createObjectNode().put("name", "a")));

        // When
        JsonNode document = json.valueToTree(OpenApi.document("some-service", "1", ENDPOINTS, examples));

        // Then
        JsonNode list = document.at("/paths/~1v1~1things/get");
        assertThat(list.path("summary").asText()).isEqualTo("all things");
        assertThat(list.path("parameters").findValuesAsText("name"))
                .containsExactly("limit", "continue", "fieldSelector", "labelSelector");
        assertThat(list.at("/responses/200/content/application~1json/example/items/0/name")
                        .asText())
                .isEqualTo("a");
        assertThat(list.at("/responses/default/content/application~1problem+json/schema/$ref")
                        .asText())
                .isEqualTo("#/components/schemas/Problem");
        JsonNode touch = document.at("/paths/~1v1~1things~1{name}~1touch/post");
        assertThat(touch.at("/parameters/0/in").asText()).isEqualTo("path");
        assertThat(touch.path("security").isEmpty()).isFalse();
    }
}
