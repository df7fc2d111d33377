package io.hawser.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Network;
import io.hawser.v1.Rejected;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code service} and {@code network} write, and what is marked for deletion. */
class ServiceCommandsIT extends CommandLineFixture {
    @Test
    @DisplayName("With several records, a failure says which one it is about")
    void failuresOfSeveralRecordsNameThem(@TempDir Path folder) throws IOException {
        // Given
        services.answer(
                        "/v1/commands/",
                        CommandResult.newBuilder()
                                .setRejected(
                                        Rejected.newBuilder().setMessage("no").setField("spec.plugin"))
                                .build())
                .answer("/v1/networks/net9", shown("net9", "not-asked"));
        String volumes = Files.writeString(
                        folder.resolve("volumes"), "{name: y1, spec: {plugin: p}}\n---\n{name: y2, spec: {plugin: p}}")
                .toString();
        String apps = Files.writeString(
                        folder.resolve("apps"), "[{name: a1, networks: [net9]}, {name: a2, networks: [net8]}]")
                .toString();

        // When
        int rejected = hawser("volume", "create", "-f", volumes);
        int unknown = hawser("service", "create", "-f", apps);

        // Then
        assertThat(List.of(rejected, unknown)).containsExactly(1, 1);
        assertThat(err.toString().lines())
                .contains(
                        "hawser: volume y1: rejected: no (field spec.plugin)",
                        "hawser: volume y2: rejected: no (field spec.plugin)")
                .anyMatch(line -> line.startsWith("hawser: service a2: nothing is written, because no network"));
    }

    @Test
    void removingAServiceMarksItAndKeepsWhatBelongsToIt() {
        // Given
        hawser(
                "service",
                "create",
                "s1",
                "--network",
                "net1",
                "--volume",
                "v1:delete",
                "--volume",
                "v2:retain",
                "--no-wait",
                "--unchecked");

        services.answer("/v1/services/s1", shown("s1", "asked"));

        // When
        int exit = hawser("service", "remove", "s1");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).contains("service s1 marked for deletion, and at its end volumes v1; ");
        Service service = reader().last(HawserTopic.SERVICES, "s1", Service.getDefaultInstance())
                .orElseThrow();
        assertThat(service.getPendingDelete()).isTrue();
        assertThat(service.getNetworksList()).containsExactly("net1");
        assertThat(service.getVolumesCount()).isEqualTo(2);
    }

    @Test
    void aServiceIsWrittenWhenItIsShownAsItsRecordSays() {
        // Given
        services.answer("/v1/services/s2", """
                {"name":"s2","networks":["net1"],"ownVolumes":["v1"],"keptVolumes":["v2"],
                 "deletion":{"state":"not-asked"}}""");

        // When
        int same = hawser(
                "service",
                "create",
                "s2",
                "--network",
                "net1",
                "--volume",
                "v1:delete",
                "--volume",
                "v2",
                "--unchecked");
        int other = hawser("service", "create", "s2", "--replace", "--timeout", "1");
        int notKept = hawser(
                "service",
                "create",
                "s2",
                "--replace",
                "--network",
                "net1",
                "--volume",
                "v1:delete",
                "--unchecked",
                "--timeout",
                "1");

        // Then
        assertThat(same).as(err.toString()).isZero();
        assertThat(List.of(other, notKept)).containsOnly(3);
        assertThat(out.toString()).isEqualTo("service s2 written\n");
    }

    @Test
    @DisplayName("A service that is there with other content is replaced only with --replace: its RETAIN would be gone")
    void anotherRecordIsNotReplaced() {
        // Given
        hawser("service", "create", "s10", "--volume", "v1:retain", "--volume", "v2", "--no-wait");

        // When
        int other = hawser("service", "create", "s10", "--no-wait");
        Service kept = lastService("s10");
        int same = hawser("service", "create", "s10", "--volume", "v2:retain", "--volume", "v1", "--no-wait");
        int replaced = hawser("service", "create", "s10", "--replace", "--no-wait");

        // Then
        assertThat(List.of(other, same, replaced)).containsExactly(1, 0, 0);
        assertThat(err.toString())
                .startsWith("hawser: there is a service s10 already, with other content; `")
                .endsWith("./hawser service status s10` shows it, and --replace writes this one instead\n")
                .hasLineCount(1);
        assertThat(kept.getVolumesList()).extracting(ServiceVolume::getName).containsExactly("v1", "v2");
        assertThat(lastService("s10").getVolumesList()).isEmpty();
    }

    @Test
    @DisplayName("A service whose last record cannot be read is replaced only with --replace: it may list a RETAIN")
    void anUnreadableRecordIsNotReplaced() {
        // Given
        hawser("service", "create", "s11", "--no-wait");
        unreadable("s11");

        // When
        int refused = hawser("service", "create", "s11", "--no-wait");
        int replaced = hawser("service", "create", "s11", "--replace", "--no-wait");

        // Then
        assertThat(List.of(refused, replaced)).containsExactly(1, 0);
        assertThat(err.toString())
                .startsWith("hawser: nothing is written, because the last record of s11, ")
                .endsWith("; --replace writes this one instead\n");
        assertThat(reader().lastToChange(HawserTopic.SERVICES, "s11", Service.getDefaultInstance()))
                .isPresent();
    }

    @Test
    void aServiceThatIsDeallocatedIsNotWrittenBeforeItsRecordWasDeleted() {
        // Given
        services.answer("/v1/services/s3", """
                {"name":"s3","networks":[],"ownVolumes":[],"deletion":{"state":"deallocated"}}""");

        // When
        int exit = hawser("service", "create", "s3", "--timeout", "1");

        // Then
        assertThat(exit).isEqualTo(3);
        assertThat(err.toString())
                .contains("its record was not deleted yet")
                .contains("./hawser service status s3` shows what is known")
                .doesNotContain("remove");
    }

    @Test
    void whatIsMarkedForDeletionIsNotCreatedAgain() {
        // Given
        services.answer("/v1/services/s4", shown("s4", "asked"))
                .answer("/v1/networks/net2", shown("net2", "not-asked"));
        hawser("network", "create", "net2", "--no-wait");
        hawser("network", "remove", "net2", "--no-wait");

        // When
        int service = hawser("service", "create", "s4");
        int network = hawser("network", "create", "net2");

        // Then
        assertThat(service).isEqualTo(1);
        assertThat(network).isEqualTo(1);
        assertThat(err.toString())
                .contains("service s4 is marked for deletion, which cannot be taken back")
                .contains("./hawser service remove s4 --wait")
                .contains("./hawser network remove net2 --wait");
        assertThat(reader().last(HawserTopic.NETWORKS, "net2", Network.getDefaultInstance()))
                .hasValueSatisfying(kept -> assertThat(kept.getPendingDelete()).isTrue());
    }

    @Test
    @DisplayName(
            "A rejection counts although deallocator-service does not answer: it is said once, and no look repeats it")
    void aRejectionWhileTheServiceDoesNotAnswer() {
        // Given
        services.unavailable("/v1/services/s5", "{}");
        CompletableFuture<Integer> exit =
                CompletableFuture.supplyAsync(() -> hawser("service", "create", "s5", "--timeout", "30"));

        // When
        reject(eventId("s5"), "no", "");

        // Then
        assertThat(exit).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(1);
        assertThat(err.toString()).contains("rejected: no");
    }

    @Test
    @DisplayName("A mark that is rejected does not wait for a deallocation")
    void aRejectedMark() {
        // Given
        services.answer("/v1/services/s7", shown("s7", "not-asked"));
        hawser("service", "create", "s7", "--no-wait", "--unchecked");
        String created = eventId("s7");
        CompletableFuture<Integer> exit =
                CompletableFuture.supplyAsync(() -> hawser("service", "remove", "s7", "--wait", "--timeout", "60"));

        // When
        reject(eventId("s7", created), "no", "");

        // Then
        assertThat(exit).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(1);
        assertThat(err.toString()).contains("rejected: no");
    }

    @ParameterizedTest
    @CsvSource({"service, s8", "network, net8"})
    @DisplayName("A mark that is rejected is no success, also without --wait")
    void aRejectedMarkIsNoSuccess(String kind, String name) {
        // Given
        String page = "/v1/" + kind + "s/" + name;
        services.answer(page, shown(name, "not-asked"));
        boolean service = kind.equals("service");
        HawserTopic topic = service ? HawserTopic.SERVICES : HawserTopic.NETWORKS;
        Message type = service ? Service.getDefaultInstance() : Network.getDefaultInstance();
        hawser(kind, "create", name, "--no-wait");
        String created = eventId(topic, type, name, "");
        CompletableFuture<Integer> exit = CompletableFuture.supplyAsync(() -> hawser(kind, "remove", name));

        // When
        reject(eventId(topic, type, name, created), "known from partition 3", "key");

        // Then
        assertThat(exit).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(1);
        assertThat(err.toString()).contains("rejected: known from partition 3 (field key)");
        assertThat(out.toString()).doesNotContain("marked for deletion");
    }

    @Test
    @DisplayName(
            "A mark counts when deallocator-service has read it and shows it, and not while it shows an earlier one")
    void aMarkIsShown() {
        // Given
        hawser("network", "create", "net7", "--no-wait");
        services.answers("/v1/positions", positions(0), positions(0), positions(Long.MAX_VALUE));
        services.answers("/v1/networks/net7", shown("net7", "not-asked"), shown("net7", "asked"));

        // When
        int exit = hawser("network", "remove", "net7");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).contains("network net7 marked for deletion");
        assertThat(services.isSaid("/v1/positions")).isTrue();
        assertThat(services.isSaid("/v1/networks/net7")).isTrue();
    }

    @Test
    @DisplayName("A second mark counts, too, only when it is read; one that is not awaited is said to be written")
    void aSecondMark() {
        // Given
        hawser("service", "create", "s9", "--volume", "v1:delete", "--no-wait", "--unchecked");
        services.answer("/v1/services/s9", shown("s9", "asked"));
        hawser("service", "remove", "s9");
        services.answers("/v1/positions", positions(0), positions(Long.MAX_VALUE));
        out = new StringWriter();

        // When
        int second = hawser("service", "remove", "s9");
        boolean read = services.isSaid("/v1/positions");
        int third = hawser("service", "remove", "s9", "--no-wait");

        // Then
        assertThat(List.of(second, third)).as(err.toString()).containsOnly(0);
        assertThat(read).isTrue();
        assertThat(out.toString().lines().toList())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("service s9 marked for deletion, and at its end volumes v1; `")
                                .contains("./hawser service remove s9 --wait` deletes its record at the end"),
                        line -> assertThat(line)
                                .startsWith("the record is written that marks service s9 for deletion, and at its end"
                                        + " volumes v1; `")
                                .contains(" says whether it was rejected; `")
                                .contains("./hawser service remove s9 --wait` deletes its record at the end"));
    }

    @Test
    @DisplayName("--wait and --no-wait exclude each other")
    void bothWaits() {
        assertThat(hawser("service", "remove", "s1", "--wait", "--no-wait")).isEqualTo(2);
        assertThat(hawser("node", "drain", "n1", "--wait", "--no-wait")).isEqualTo(2);
        assertThat(err.toString()).contains("--wait and --no-wait exclude each other");
    }

    private static String eventId(String name) {
        return eventId(name, "");
    }

    /** The id of this service's first record, once it is written, after the one of this other id. */
    private static String eventId(String name, String after) {
        return eventId(HawserTopic.SERVICES, Service.getDefaultInstance(), name, after);
    }

    private static Service lastService(String name) {
        return reader().last(HawserTopic.SERVICES, name, Service.getDefaultInstance())
                .orElseThrow();
    }

    private static void write(Service service) {
        write(HawserTopic.SERVICES, service.getName(), service);
    }

    /** @return the record's offset */
    private static long write(HawserTopic topic, String key, Message record) {
        try (var orchestrator = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            return orchestrator.put(topic, key, record).offset();
        }
    }

    private static void forget(String service) {
        try (var orchestrator = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            orchestrator.tombstone(HawserTopic.SERVICES, service);
        }
    }

    private static void unreadable(String service) {
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            writer.send(new ProducerRecord<>(
                    TOPICS.of(HawserTopic.SERVICES), service.getBytes(UTF_8), "no message".getBytes(UTF_8)));
        }
    }

    private static String shown(String name, String deletion) {
        return "{\"name\":\"" + name + "\",\"networks\":[],\"ownVolumes\":[],\"deletion\":{\"state\":\"" + deletion
                + "\"}}";
    }

    @Test
    @DisplayName("A service is not marked by an older record than its last one, which cannot be read; the next one is")
    void anUnreadableRecordIsNotChanged() {
        // Given
        hawser("service", "create", "s6", "s12", "s13", "--no-wait", "--unchecked");
        unreadable("s6");

        // When
        int exit = hawser("service", "remove", "s12", "s6", "s13", "--no-wait");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("hawser: service s6: nothing is written, because the last record of s6, ")
                .hasLineCount(1);
        assertThat(Stream.of("s12", "s6", "s13").map(name -> lastService(name).getPendingDelete()))
                .containsExactly(true, false, true);
    }

    @Test
    @DisplayName("The end of an earlier network of this name is not taken for that of this one, however often it is"
            + " asked for")
    void anEarlierDeallocationIsNotAwaited() {
        // Given
        long created = write(
                HawserTopic.NETWORKS,
                "net3",
                Network.newBuilder().setName("net3").build());
        services.answer("/v1/networks/net3", shown("net3", "deallocated"));

        // When
        services.answer("/v1/positions", positions(created + 1));
        int first = hawser("network", "remove", "net3", "--wait", "--timeout", "1");
        services.answer("/v1/positions", positions(created + 2));
        int second = hawser("network", "remove", "net3", "--wait", "--timeout", "1");

        // Then
        assertThat(List.of(first, second)).containsOnly(3);
        assertThat(err.toString()).contains("deallocator-service has not read its record yet");
        assertThat(reader().last(HawserTopic.NETWORKS, "net3", Network.getDefaultInstance()))
                .isPresent();

        // When
        services.answer("/v1/positions", positions(created + 4));
        int now = hawser("network", "remove", "net3", "--wait");

        // Then
        assertThat(now).as(err.toString()).isZero();
        assertThat(reader().last(HawserTopic.NETWORKS, "net3", Network.getDefaultInstance()))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not-asked"})
    @DisplayName("What is shown no more, or as a new one, although its mark was read, is gone: its record was deleted"
            + " meanwhile, and that of a new one stays")
    void deletedMeanwhile(String later) {
        // Given
        String name = "s14" + later;
        hawser("service", "create", name, "--no-wait");
        services.answer("/v1/services/" + name, shown(name, "asked"));
        CompletableFuture<Integer> exit =
                CompletableFuture.supplyAsync(() -> hawser("service", "remove", name, "--wait", "--timeout", "60"));
        await().untilAsserted(
                        () -> assertThat(lastService(name).getPendingDelete()).isTrue());

        // When
        forget(name);
        if (!later.isEmpty()) {
            write(Service.newBuilder().setName(name).build());
        }
        services.answer("/v1/services/" + name, later.isEmpty() ? "" : shown(name, later));

        // Then
        assertThat(exit).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(1);
        assertThat(err.toString()).contains("service " + name + " was deleted or written again before it was seen");
        assertThat(reader().last(HawserTopic.SERVICES, name, Service.getDefaultInstance())
                        .isPresent())
                .isEqualTo(!later.isEmpty());
    }

    @Test
    @DisplayName("A record that was written since the mark is not deleted: it may be that of a new service")
    void writtenMeanwhile() {
        // Given
        hawser("service", "create", "s16", "--no-wait");
        services.answer("/v1/services/s16", shown("s16", "asked"));
        CompletableFuture<Integer> exit =
                CompletableFuture.supplyAsync(() -> hawser("service", "remove", "s16", "--wait", "--timeout", "60"));
        await().untilAsserted(
                        () -> assertThat(lastService("s16").getPendingDelete()).isTrue());

        // When
        write(Service.newBuilder().setName("s16").build());
        services.answer("/v1/services/s16", shown("s16", "deallocated"));

        // Then
        assertThat(exit).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(1);
        assertThat(err.toString()).contains("the record of service s16 was written again meanwhile");
        assertThat(lastService("s16").getPendingDelete()).isFalse();
    }

    @Test
    @DisplayName(
            "A service that was written again after its deallocation, and so is not marked, is over; its record goes")
    void writtenAgainAfterItsDeallocation() {
        // Given
        hawser("service", "create", "s15", "--no-wait");
        services.answer("/v1/services/s15", shown("s15", "deallocated"));

        // When
        int exit = hawser("service", "remove", "s15", "--wait", "--timeout", "60");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).endsWith("service s15 deallocated\n");
        assertThat(reader().last(HawserTopic.SERVICES, "s15", Service.getDefaultInstance()))
                .isEmpty();
    }

    @Test
    void aNetworksRecordGoesWhenItIsDeallocated() {
        // Given
        hawser("network", "create", "net1", "--no-wait");
        services.answers("/v1/networks/net1", "", shown("net1", "deallocated"));

        // When
        int exit = hawser("network", "remove", "net1", "--wait");

        // Then
        assertThat(exit).isZero();
        assertThat(reader().last(HawserTopic.NETWORKS, "net1", Network.getDefaultInstance()))
                .isEmpty();
    }
}
