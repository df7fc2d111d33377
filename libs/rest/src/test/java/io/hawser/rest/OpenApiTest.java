package io.hawser.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Field;
import com.google.protobuf.Option;
import io.hawser.rest.RawJson.Either;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OpenApiTest {
    record Thing(String name, @Nullable Instant since, Optional<Long> size, Map<String, String> labels) {}

    /** A resource as a service has it. */
    @Path("/v1/things")
    static class Things {
        @GET
        public Uni<Page<Thing>> list(
                @QueryParam("limit") Optional<String> limit, @QueryParam("continue") Optional<String> token) {
            throw new UnsupportedOperationException();
        }

        @GET
        @Path("{name}")
        public Uni<RawJson<Either<Option, Field>>> one() {
            throw new UnsupportedOperationException();
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
    void endpoints() throws NoSuchMethodException {
        assertThat(ENDPOINTS)
                .containsExactly(
                        new Endpoint(
                                "GET",
                                "/v1/things",
                                List.of("limit", "continue", "fieldSelector", "labelSelector"),
                                true,
                                false,
                                answer("list", Optional.class, Optional.class)),
                        new Endpoint("GET", "/v1/things/{name}", List.of(), false, false, answer("one")),
                        new Endpoint("POST", "/v1/things/{name}/leave", List.of(), false, true, String.class),
                        new Endpoint("POST", "/v1/things/{name}/touch", List.of(), false, true, String.class));
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
        for (String status : List.of("400", "default")) {
            JsonNode problem = list.path("responses").path(status).at("/content/application~1problem+json");
            assertThat(problem.at("/schema/$ref").asText()).isEqualTo("#/components/schemas/Problem");
            assertThat(problem.at("/example/detail").asText()).isNotEmpty();
        }
        JsonNode touch = document.at("/paths/~1v1~1things~1{name}~1touch/post");
        assertThat(touch.at("/parameters/0/in").asText()).isEqualTo("path");
        assertThat(touch.path("security").isEmpty()).isFalse();
    }

    @Test
    @DisplayName("schemas are read off types: what may be absent is null, a message is in protobuf's mapping")
    void schemas() {
        // When
        JsonNode document = new ObjectMapper().valueToTree(OpenApi.document("some-service", "1", ENDPOINTS, Map.of()));

        // Then
        assertThat(document.at("/paths/~1v1~1things/get/responses/200/content/application~1json/schema"
                                + "/properties/items/items/$ref")
                        .asText())
                .isEqualTo("#/components/schemas/Thing");
        JsonNode thing = document.at("/components/schemas/Thing/properties");
        assertThat(thing.at("/name/type").asText()).isEqualTo("string");
        assertThat(thing.at("/since/anyOf/0/format").asText()).isEqualTo("date-time");
        assertThat(thing.at("/since/anyOf/1/type").asText()).isEqualTo("null");
        assertThat(thing.at("/size/anyOf/0/type").asText()).isEqualTo("integer");
        assertThat(thing.at("/labels/additionalProperties/type").asText()).isEqualTo("string");
        assertThat(document.at("/paths/~1v1~1things~1{name}/get/responses/200/content/application~1json/schema/anyOf")
                        .findValuesAsText("$ref"))
                .containsExactly(
                        "#/components/schemas/google.protobuf.Option", "#/components/schemas/google.protobuf.Field");
        JsonNode field = document.at("/components/schemas/google.protobuf.Field/properties");
        assertThat(field.at("/typeUrl/type").asText()).isEqualTo("string");
        assertThat(field.at("/packed/type").asText()).isEqualTo("boolean");
        assertThat(field.at("/number/type").asText()).isEqualTo("integer");
        assertThat(field.at("/cardinality/enum/1").asText()).isEqualTo("CARDINALITY_OPTIONAL");
        assertThat(field.at("/options/items/$ref").asText()).isEqualTo("#/components/schemas/google.protobuf.Option");
    }

    @Test
    @DisplayName("an answer of a type that does not say its fields has no schema, and no document")
    void noSchema() {
        assertThatThrownBy(() -> new Schemas().of(Response.class)).hasMessageContaining("no schema for this type");
    }

    private static Type answer(String method, Class<?>... parameters) throws NoSuchMethodException {
        return Things.class.getDeclaredMethod(method, parameters).getGenericReturnType();
    }
}
