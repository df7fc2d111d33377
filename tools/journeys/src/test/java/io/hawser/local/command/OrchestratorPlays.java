package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hawser.cli.endpoint.Endpoints;
import io.hawser.local.command.Copy.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What docs/orchestrator.md tells an integrator: its lines, its three programs and its records. */
abstract class OrchestratorPlays {
    private static final Duration AT_MOST = Duration.ofMinutes(1);

    abstract Copy copy();

    @ParameterizedTest
    @CsvSource({
        "orchestrator.sh,    kcat -V && jq --version, kcat and jq",
        "orchestrator.py,    /usr/bin/python3 -c 'import confluent_kafka', Debian's python3-confluent-kafka",
        "orchestrator.go,    go version && test -d /usr/share/gocode/src/github.com/confluentinc/confluent-kafka-go, "
                + "Go with Debian's confluent-kafka-go",
    })
    @DisplayName("each of the three programs, started as examples/README.md says, mounts a volume and removes it")
    void programs(String program, String has, String needs) throws Exception {
        // Given
        assumeTrue(copy().shell(has).exit() == 0, program + " is not played: this machine does not have " + needs);
        String block = Page.of("examples/README.md").block(program);
        String line =
                block.lines().filter(each -> each.contains(program)).findFirst().orElseThrow();

        // When
        Said said = copy().shell("set -e\n" + kafka(block) + line);

        // Then
        assertThat(said.exit()).as("%s", said).isZero();
        assertThat(said.out()).containsPattern("(?m)^mounted /.*/nodes/node-1/").containsPattern("(?m)^removed ");
        String task = said.out().lines().toList().getLast().replaceAll("^removed (\\S+)-volume.*", "$1-task");
        eventually("task list", tasks -> assertThat(tasks.row(task)).isEmpty());
    }

    @Test
    @DisplayName("the records to copy tell their story: each is accepted and carried out, and nothing is left; "
            + "the page's own lines write the first, and read its answer")
    void records() throws Exception {
        // Given
        Page page = Page.of("docs/orchestrator.md");
        boolean tools = copy().shell("kcat -V && jq --version").exit() == 0;

        // When
        if (tools) {
            Said written = copy().shell("set -e\n" + page.shell("kcat -P"));
            assertThat(written.exit()).as("%s", written).isZero();
        }
        write(1);
        done("create-web-cache-1", "create-web-data-1");

        // Then
        if (tools) {
            Said read = copy().shell("set -e\n" + kafka(page.block("kcat -P")) + page.shell("kcat -C"));
            assertThat(read.exit()).as("%s", read).isZero();
            assertThat(read.out())
                    .contains("create-web-data-1 {")
                    .contains("\"commandType\":\"hawser.v1.CreateVolume\"");
        }

        // When
        write(2);
        // Then
        done("update-web-data-1");
        eventually("task list", said -> assertThat(said.out().lines().filter(line -> line.startsWith("web.1.b7k2")))
                .hasSize(2)
                .allMatch(line -> line.contains("mounted")));

        // When
        write(3);
        write(4);
        write(5);
        // Then
        eventually("service list", said -> assertThat(said.row("web").orElseThrow())
                .contains("deallocated"));
        eventually("network list", said -> assertThat(said.row("frontend").orElseThrow())
                .contains("deallocated"));
        eventually("task list", said -> assertThat(said.row("web.1.b7k2").orElseThrow())
                .contains("its mounts are gone"));

        // When
        write(6);
        delete("hawser.tasks", "web.1.b7k2");
        delete("hawser.services", "web");
        delete("hawser.networks", "frontend");
        // Then
        done("remove-web-data-1");
        eventually("volume list", said -> assertThat(said.out()).doesNotContain("web-"));
        eventually("service list", said -> assertThat(said.row("web")).isEmpty());
        eventually("network list", said -> assertThat(said.row("frontend")).isEmpty());

        // When
        write(7);
        // Then
        eventually("node list", said -> assertThat(said.row("node-1").orElseThrow())
                .contains("drain"));
        // When
        write(8);
        // Then
        eventually("node list", said -> assertThat(said.row("node-1").orElseThrow())
                .contains("active"));
        eventually("node list --selector zone=a", said -> assertThat(said.row("node-1"))
                .isPresent());
    }

    /** Where a block reads the broker's address from: an installation of its own has it elsewhere. */
    private static String kafka(String block) {
        return block.lines()
                        .filter(line -> line.startsWith("kafka="))
                        .findFirst()
                        .orElseThrow() + "\n";
    }

    /** The records of this number, as they lie there. */
    private void write(int number) throws Exception {
        Path folder = Programs.PROJECT.resolve("examples/records");
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(path -> path.getFileName().toString().startsWith(number + "-"))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList();
        }
        assertThat(files).isNotEmpty();
        for (Path file : files) {
            byte[] value = Files.readAllBytes(file);
            send(file.getParent().getFileName().toString(), key(value), value);
        }
    }

    private static String key(byte[] value) throws IOException {
        return new ObjectMapper().readTree(value).at("/data/name").asText();
    }

    private void delete(String topic, String key) throws Exception {
        send(topic, key, null);
    }

    private void send(String topic, String key, byte @Nullable [] value) throws Exception {
        String servers =
                Endpoints.find(Map.of("HAWSER_HOME", copy().home().toString())).bootstrapServers();
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", servers),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, key, value)).get();
        }
    }

    private void done(String... commands) {
        for (String command : commands) {
            eventually("command " + command, said -> assertThat(said.out()).contains(": done"));
        }
    }

    private void eventually(String line, org.assertj.core.api.ThrowingConsumer<Said> looks) {
        await().atMost(AT_MOST)
                .ignoreException(java.util.NoSuchElementException.class)
                .untilAsserted(() -> {
                    Said said = copy().hawser(line);
                    assertThat(said.exit()).as("%s: %s", line, said).isZero();
                    looks.accept(said);
                });
    }
}
