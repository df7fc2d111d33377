package io.hawser.strict;

import static io.hawser.strict.TwoNodes.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.control.ControlClient;
import io.hawser.strict.control.ControlServer;
import io.hawser.strict.history.Event;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What another process tells a strict plugin, and reads of it. */
class ControlContractTest {
    private static final Capabilities OFFERED = CapabilityProfiles.full();

    @TempDir
    Path folder;

    @Test
    void anotherProcessChangesTheFaultsAndReadsTheVerdict() throws IOException {
        // Given
        Path control = folder.resolve("control.sock");
        try (StrictPlugin plugin = StrictPlugin.start(options(folder));
                ControlServer server = ControlServer.listen(control, plugin);
                ControlClient client = ControlClient.connect(control);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1");
            VolumeUser volume = new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER).create();

            // When
            client.tell("faults text DeleteVolume * 1 error INTERNAL; ListVolumes * * hang");
            var first = Caller.code(volume::delete);
            client.tell("faults calm");
            volume.attach("n1");
            String state = client.tell("state");
            Caller.code(volume::delete);
            JsonObject verdict = JsonParser.parseString(client.tell("verdict")).getAsJsonObject();
            client.tell("reset");
            JsonObject fresh = JsonParser.parseString(client.tell("verdict")).getAsJsonObject();

            // Then
            assertThat(server).isNotNull();
            assertThat(first).isPresent();
            assertThat(state).contains("\"attachedTo\":[\"strict-n1\"]");
            assertThat(rulesOf(verdict)).containsExactly("controller-unpublish-before-delete");
            assertThat(rulesOf(fresh)).isEmpty();
            assertThatThrownBy(() -> client.tell("faults nonsense")).hasMessageContaining("nonsense");
        }
    }

    @Test
    @DisplayName(
            "The verdict has the keys that the documentation names, and each rule is either exercised or listed as not")
    void itsVerdictIsAsDocumented() throws IOException {
        // Given
        Path control = folder.resolve("control.sock");
        try (StrictPlugin plugin = StrictPlugin.start(options(folder));
                ControlServer server = ControlServer.listen(control, plugin);
                ControlClient client = ControlClient.connect(control);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1");
            Caller.code(new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER)
                    .create()
                    .attach("n1")::delete);

            // When
            JsonObject verdict = JsonParser.parseString(client.tell("verdict")).getAsJsonObject();

            // Then
            assertThat(server).isNotNull();
            assertThat(verdict.keySet()).containsExactly("violations", "rules", "notExercised");
            JsonObject violation = verdict.getAsJsonArray("violations").get(0).getAsJsonObject();
            assertThat(violation.keySet())
                    .containsExactly("rule", "section", "detail", "calls", "wall", "monotonicNanos");
            assertThat(violation.get("detail").getAsString()).isEqualTo("still on node strict-n1");
            assertThat(callsOf(plugin, Rpc.CONTROLLER_PUBLISH_VOLUME, Rpc.DELETE_VOLUME))
                    .containsExactlyElementsOf(violation.getAsJsonArray("calls").asList().stream()
                            .map(JsonElement::getAsLong)
                            .toList());
            List<JsonObject> rules = verdict.getAsJsonArray("rules").asList().stream()
                    .map(JsonElement::getAsJsonObject)
                    .toList();
            assertThat(rules).allSatisfy(rule -> assertThat(rule.keySet())
                    .containsExactly("rule", "level", "section", "sentence", "exercised", "violations"));
            assertThat(rules)
                    .filteredOn(rule -> rule.get("violations").getAsLong() > 0)
                    .singleElement()
                    .satisfies(rule -> {
                        assertThat(rule.get("rule")).isEqualTo(violation.get("rule"));
                        assertThat(rule.get("exercised").getAsLong()).isOne();
                    });
            assertThat(verdict.getAsJsonArray("notExercised"))
                    .isNotEmpty()
                    .containsExactlyInAnyOrderElementsOf(rules.stream()
                            .filter(rule -> rule.get("exercised").getAsLong() == 0)
                            .map(rule -> rule.get("rule"))
                            .toList());
        }
    }

    private static List<Long> callsOf(StrictPlugin plugin, Rpc... rpcs) {
        return plugin.events().stream()
                .filter(Event.CallArrived.class::isInstance)
                .map(event -> ((Event.CallArrived) event).call())
                .filter(call -> List.of(rpcs).contains(call.rpc()))
                .map(Call::id)
                .toList();
    }

    private static List<String> rulesOf(JsonObject verdict) {
        return StreamSupport.stream(verdict.getAsJsonArray("violations").spliterator(), false)
                .map(JsonElement::getAsJsonObject)
                .map(violation -> violation.get("rule").getAsString())
                .toList();
    }
}
