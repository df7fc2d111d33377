package io.hawser.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hawser.cli.rest.Deletion;
import io.hawser.cli.rest.ServiceStatus;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DeletionTextTest {
    @Test
    @DisplayName("A marked service says who holds it since when, and how many more there are")
    void holders() {
        // Given
        String json = """
                {"service":{"name":"app","networks":[],"ownVolumes":[],"deletion":{
                  "state":"asked","message":"waits for 7 live tasks: a, b and 5 more",
                  "since":"2026-11-23T08:08:59.811Z",
                  "heldBy":7,"holders":[
                    {"what":"live task","name":"a","since":"2026-11-23T08:00:00Z"},
                    {"what":"UnreadableTask","name":"hawser.tasks-0@7","since":"2026-11-23T08:01:00Z"}],
                  "stillToRead":[],"revision":0}},"resources":[]}""";

        // When
        List<String> lines = service(json);

        // Then
        assertThat(lines)
                .containsExactly(
                        "SERVICE|app",
                        "deletion|asked, since 2026-11-23T08:08:59Z: waits for 7 live tasks: a, b and 5 more",
                        "held by|live task a, since 2026-11-23T08:00:00Z",
                        "held by|UnreadableTask hawser.tasks-0@7, since 2026-11-23T08:01:00Z",
                        "…|and 5 more",
                        "to end it|make sure that no such task runs; then `./hawser task stop 'TASK' --forget` deletes"
                                + " its record, or `./hawser dead-letters discard` its letter");
    }

    @Test
    @DisplayName("A service that nothing holds any more says what is still to be read before the decision")
    void stillToRead() {
        // Given
        String json = """
                {"service":{"name":"app","networks":[],"ownVolumes":[],"deletion":{
                  "state":"asked","message":"reading on before it is believed","since":"2026-11-23T08:08:59Z",
                  "heldBy":0,"holders":[],"stillToRead":["hawser.tasks-0: at 7 of 9","hawser.tasks-1: at 3 of 4"]}},
                 "resources":[]}""";

        // Then
        assertThat(service(json))
                .containsExactly(
                        "SERVICE|app",
                        "deletion|asked, since 2026-11-23T08:08:59Z: reading on before it is believed",
                        "still to read|hawser.tasks-0: at 7 of 9",
                        "still to read|hawser.tasks-1: at 3 of 4");
    }

    @Test
    @DisplayName("Before the decision, each resource says whether it goes with the service, and why it does not")
    void fatesBefore() {
        // Given
        String json = """
                {"service":{"name":"app","networks":["lan","later","stays"],"ownVolumes":["own","shared","kept","new"],
                  "deletion":{"state":"not-asked","message":"stays until somebody asks for its deletion","since":null,
                    "heldBy":0,"holders":[],"stillToRead":[]}},
                 "resources":[
                  {"kind":"network","resource":{"name":"lan","deletion":{"state":"asked",
                    "message":"waits for 1 service: app","since":"2026-11-23T08:08:59Z"}}},
                  {"kind":"network","resource":{"name":"stays","deletion":{"state":"not-asked"}}},
                  {"kind":"volume","resource":{"name":"own","deletion":{"state":"not-asked","heldBy":1,
                    "holders":[{"what":"service","name":"app","since":"2026-11-23T08:00:00Z"}]}}},
                  {"kind":"volume","resource":{"name":"shared","deletion":{"state":"not-asked","heldBy":3,
                    "holders":[{"what":"service","name":"app","since":"2026-11-23T08:00:00Z"},
                               {"what":"service","name":"b","since":"2026-11-23T08:00:00Z"}]}}},
                  {"kind":"volume","resource":{"name":"kept","retainedBy":"old","deletion":{"state":"not-asked"}}},
                  {"kind":"volume","resource":{"name":"data","deletion":{"state":"not-asked"}}},
                  {"kind":"volume","resource":{"name":"gone","leaving":true,"deletion":{"state":"not-asked"}}}]}""";

        // Then
        assertThat(service(json))
                .containsExactly(
                        "SERVICE|app",
                        "deletion|stays until somebody asks for its deletion",
                        "network later|not known to deallocator-service yet",
                        "network lan|asked, since 2026-11-23T08:08:59Z: waits for 1 service: app",
                        "network stays|kept: it is not marked for deletion",
                        "volume own|deleted with the service",
                        "volume shared|deleted with the service; waits for service b and 1 more, too",
                        "volume kept|kept: service old, which has ended, said RETAIN",
                        "volume data|kept: the service says RETAIN",
                        "volume gone|its removal is under way",
                        "volume new|not known to deallocator-service yet");
    }

    @Test
    @DisplayName("After the decision, a resource is on its way out, is gone, or is kept")
    void fatesAfter() {
        // Given
        String json = """
                {"service":{"name":"app","networks":["lan"],"ownVolumes":["own","again"],
                  "deletion":{"state":"deallocated","message":"deallocated; waits until its record is deleted",
                    "since":"2026-11-23T08:09:00Z"}},
                 "resources":[
                  {"kind":"volume","resource":{"name":"own","leaving":true,"deletion":{"state":"deallocated",
                    "message":"deallocated; waits until its record is deleted","since":"2026-11-23T08:09:01Z"}}},
                  {"kind":"volume","resource":{"name":"again","deletion":{"state":"not-asked"}}}]}""";

        // Then
        assertThat(service(json))
                .containsExactly(
                        "SERVICE|app",
                        "deletion|deallocated, since 2026-11-23T08:09:00Z: waits until its record is deleted",
                        "network lan|gone",
                        "volume own|deallocated, since 2026-11-23T08:09:01Z: waits until its record is deleted;"
                                + " its removal is under way",
                        "volume again|kept: it did not go with the service, which is deallocated");
    }

    @Test
    @DisplayName("A service whose record is gone still shows the volumes that its end deletes")
    void afterTheTombstone() {
        // Given
        String json = """
                {"service":null,"resources":[{"kind":"volume","resource":{"name":"own","deletedWith":"app",
                  "deletion":{"state":"asked","message":"waits for 1 service: b","since":"2026-11-23T08:09:00Z"}}}]}""";

        // Then
        assertThat(service(json))
                .containsExactly(
                        "SERVICE|app",
                        "deletion|its record is gone; what is deleted with it is still there",
                        "volume own|asked, since 2026-11-23T08:09:00Z: waits for 1 service: b");
    }

    @Test
    @DisplayName("A network names the services that hold it, also while nobody asks for its deletion")
    void network() {
        // Given
        String json = """
                {"name":"lan","deletion":{"state":"not-asked","message":"stays until somebody asks for its deletion",
                  "since":null,"heldBy":1,"holders":[{"what":"service","name":"app","since":"2026-11-23T08:00:00Z"}],
                  "stillToRead":[]}}""";

        // Then
        assertThat(lines(DeletionText.network(Deletion.parse(json(json)))))
                .containsExactly(
                        "NETWORK|lan",
                        "deletion|stays until somebody asks for its deletion",
                        "held by|service app, since 2026-11-23T08:00:00Z");
    }

    private static List<String> service(String json) {
        return lines(DeletionText.service("app", ServiceStatus.parse(json(json))));
    }

    private static List<String> lines(String text) {
        return text.lines().map(line -> line.replaceFirst(" {2,}", "|")).toList();
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
