package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.local.command.Copy.Said;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.service.LocalServices;
import io.hawser.v1.RegisterPluginInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every command about volumes and what uses them, as a person and as a machine reads it, against the real services. */
abstract class CommandPlays {
    private static final Duration AT_MOST = Duration.ofMinutes(1);
    /** A cell that holds a time. */
    private static final String ANY = "*";

    private static final Pattern COMMAND_ID = Pattern.compile("\\(command (\\S+)\\)");

    /** With two nodes, and the host-path plugin on both. */
    abstract Copy copy();

    @Test
    @DisplayName("status shows who runs, and how it is")
    void status() {
        eventually("status", said -> assertThat(said.row("volume-service").orElseThrow())
                .contains("ready"));
        eventually("status --output json", said -> assertThat(said.json().properties())
                .extracting(
                        Map.Entry::getKey,
                        state -> state.getValue().path("state").asText())
                .containsExactlyInAnyOrderElementsOf(Stream.of(
                                HawserService.namesWithDatabase().stream(),
                                LocalLayout.nodeNames().stream().map(LocalServices::agentName),
                                Stream.of("kafka", "database", "plugin hostpath.hawser"))
                        .flatMap(names -> names)
                        .map(name -> tuple(name, "ready"))
                        .toList()));
    }

    @Test
    @DisplayName("nodes are listed with their plugins; a fence is seen and taken back")
    void nodes() {
        eventually("node list", "node-2", "active", "no", ANY, "hostpath.hawser", "-");

        done("node fence node-2 --yes --although-heard");
        eventually("node list", "node-2", "active", "yes", ANY, "hostpath.hawser", "-");

        JsonNode back = done("node unfence node-2 --output json").json();
        assertThat(back.path("name").asText()).isEqualTo("node-2");
        eventually("node list", "node-2", "active", "no", ANY, "hostpath.hawser", "-");
        assertThat(done("node list --output json").json())
                .extracting(view -> view.path("node").path("name").asText())
                .containsExactly("node-1", "node-2");
        assertThat(refused("node fence ghost --yes").err()).contains("no node is called ghost");
    }

    @Test
    @DisplayName("plugins are listed with their health and their current instance")
    void plugins() {
        eventually("plugin list", said -> assertThat(said.row("hostpath.hawser").orElseThrow())
                .contains("2 of 2")
                .anyMatch(cell -> cell.matches("unix:///.*/node-[12]/hostpath.sock")));
        JsonNode plugin = done("plugin list --output json").json().path(0);
        assertThat(plugin.path("name").asText()).isEqualTo("hostpath.hawser");
        assertThat(plugin.path("instances")).hasSize(2);
    }

    @Test
    @DisplayName("a volume is created, listed, shown, answered for under its command, and removed")
    void volumes() {
        Said created = done("volume create v1 --plugin hostpath.hawser --size 1MiB --sharing all --output json");
        assertThat(created.json().path("phase").asText()).isEqualTo("VOLUME_PHASE_CREATED");
        eventually(
                "volume list",
                "v1",
                "created",
                "hostpath.hawser",
                "1 MiB",
                "single-node/all",
                "0 granted, 0 waiting",
                "-",
                ANY,
                "-");
        assertThat(done("volume list --output json").json().findValuesAsText("name"))
                .contains("v1");
        assertThat(done("volume status v1").row("phase")).hasValue(List.of("phase", "created"));
        assertThat(done("volume status v1 --output json")
                        .json()
                        .path("spec")
                        .path("plugin")
                        .asText())
                .isEqualTo("hostpath.hawser");

        String id = commandId(done("volume remove v1"));
        assertThat(done("command " + id).out()).matches("(?s)hawser.v1.RemoveVolume v1: (accepted|done).*");
        assertThat(done("command " + id + " --output json")
                        .json()
                        .path("entity")
                        .asText())
                .isEqualTo("v1");
        eventually("volume list", said -> assertThat(said.row("v1")).isEmpty());
        assertThat(refused("volume status v1").err()).contains("no volume is called v1");
    }

    @Test
    @DisplayName("a volume that is rejected says why and where, to people and to machines")
    void rejectedVolume() {
        assertThat(refused("volume create v2 --plugin p! --unchecked").err()).contains("plugin's name (--plugin)");
        JsonNode json = refused("volume create v2 --plugin p! --unchecked --output json")
                .json();
        assertThat(json.path("rejected").path("field").asText()).isEqualTo("spec.plugin");
        assertThat(refused("command " + json.path("commandId").asText()).out()).contains("rejected: 'p!'");
        assertThat(refused("command nobodys").err()).contains("no command nobodys is known");
    }

    @Test
    @DisplayName("a task's mounts are listed with their path, or with why there is none; its volume goes after it")
    void tasks() {
        done("volume create v3 --plugin hostpath.hawser --sharing all");
        Said scribe = done("task start scribe --node node-1 --mount v3:/data");
        assertThat(scribe.out()).startsWith("task scribe runs on node-1\n  /data is ");
        done("task start later --node node-2 --mount v3:/data:ro --no-wait");

        String path = done("task list").row("scribe").orElseThrow().getLast();
        assertThat(scribe.out()).contains("  /data is " + path + " on the node");
        eventually("task list", "scribe", "running", "node-1", "v3", "/data", "v3", "mounted", path);
        eventually("task list", said -> assertThat(said.row("later").orElseThrow())
                .startsWith("later", "pending", "node-2", "v3", "/data:ro", "-", "waiting")
                .last()
                .asString()
                .contains("single-node"));
        eventually(
                "volume list", said -> assertThat(said.row("v3").orElseThrow()).contains("1 granted, 1 waiting"));
        assertThat(done("task list --output json").json().findValuesAsText("task"))
                .contains("later", "scribe");
        assertThat(refused("volume remove v3 --only-if-unused").err()).contains("scribe");
        assertThat(refused("task start scribe --node node-1").err()).contains("a name is never used again");

        assertThat(done("task stop later --forget").out()).isEqualTo("task later ended and forgotten\n");
        assertThat(done("task stop scribe --output json")
                        .json()
                        .path("observed")
                        .asText())
                .isEqualTo("TASK_STATE_COMPLETE");
        done("volume remove v3 --wait --timeout 60");
        assertThat(refused("task stop ghost").err()).contains("no task is called ghost");
    }

    @Test
    @DisplayName(
            "what a forced removal kept is registered under another name and has its data; no other volume gets it,"
                    + " and its removal keeps it, too")
    void registration() throws IOException {
        // Given
        done("volume create archive --plugin hostpath.hawser");
        Files.writeString(mounted("archivist", "node-1", "archive").resolve("file"), "precious");
        done("task stop archivist");
        String id = done("volume status archive --output json")
                .json()
                .path("info")
                .path("volumeId")
                .asText();
        String kept = "the record is gone, the backing storage is kept\n";
        assertThat(done("volume remove archive --force --wait").out())
                .isEqualTo("removal of volume archive done: " + kept);

        // When
        Said registered = done("volume register archive-2 --plugin hostpath.hawser --id " + id);

        // Then
        assertThat(registered.out()).isEqualTo("volume archive-2 registered on hostpath.hawser\n");
        assertThat(refused("volume register archive-3 --plugin hostpath.hawser --id " + id)
                        .err())
                .contains("volume archive-2 of plugin hostpath.hawser has the id " + id + " (--id)");
        assertThat(mounted("archivist-2", "node-2", "archive-2").resolve("file"))
                .hasContent("precious");
        done("task stop archivist-2");
        assertThat(done("volume remove archive-2 --wait").out()).isEqualTo("removal of volume archive-2 done: " + kept);
        done("volume register archive --plugin hostpath.hawser --id " + id);
        assertThat(mounted("archivist-3", "node-1", "archive").resolve("file")).hasContent("precious");
        done("task stop archivist-3");
        done("volume remove archive --wait");
    }

    @Test
    @DisplayName("a volume that the plugin does not have is not registered, and its removal does not create it")
    void notRegistered() {
        assertThat(refused("volume register nowhere --plugin hostpath.hawser --id hp-none")
                        .err())
                .contains("NOT_FOUND: there is no volume hp-none", "./hawser volume remove nowhere");
        assertThat(done("volume status nowhere --output json")
                        .json()
                        .path("mayExist")
                        .asBoolean())
                .isFalse();
        assertThat(done("volume remove nowhere --wait").out())
                .isEqualTo("removal of volume nowhere done: the registration is taken back, nothing was deleted\n");
        assertThat(done("volume history nowhere").out())
                .contains("RegisterRejected")
                .doesNotContain("Created");
    }

    /** @return where a task that was started for it has the volume */
    private Path mounted(String task, String node, String volume) {
        return Path.of(done("task start " + task + " --node " + node + " --mount " + volume + ":/data --output json")
                .json()
                .path("mounts")
                .path(0)
                .path("mounted")
                .path("path")
                .asText());
    }

    @Test
    @DisplayName("a service and its network are listed with what their deletion waits for, and go after the last task")
    void servicesAndNetworks() {
        done("network create lan");
        done("service create shop --network lan --volume own:delete --unchecked");
        eventually("service list", "shop", "lan", "own", "not-asked", "stays until somebody asks for its deletion");
        eventually("network list", "lan", "not-asked", "stays until somebody asks for its deletion");
        done("task start member --node node-1 --service shop");

        done("network remove lan");
        done("service remove shop");
        eventually("service list", said -> assertThat(said.row("shop").orElseThrow())
                .contains("asked")
                .last()
                .asString()
                .contains("member"));
        eventually("network list", said -> assertThat(said.row("lan").orElseThrow())
                .contains("asked")
                .last()
                .asString()
                .contains("shop"));
        assertThat(done("service list --output json").json().findValuesAsText("name"))
                .contains("shop");

        done("task stop member");
        assertThat(done("service remove shop --wait").out()).isEqualTo("service shop deallocated\n");
        assertThat(done("network remove lan --wait --output json")
                        .json()
                        .path("pendingDelete")
                        .asBoolean())
                .isTrue();
        eventually("network list --output json", said -> assertThat(said.json().findValuesAsText("name"))
                .doesNotContain("lan"));
        assertThat(refused("service remove ghost").err()).contains("no service is called ghost");
    }

    @Test
    @DisplayName(
            "a service, a network or a task that is rejected says why and where, whichever service it is that rejects")
    void rejectedRecords() {
        assertThat(refused("service create a/b").err())
                .contains("rejected: must be")
                .contains("(field name)");
        assertThat(refused("service create app2 --network a/b --unchecked").err())
                .contains("(field networks[0])");
        JsonNode network = refused("network create a/b --output json").json();
        assertThat(network.path("rejected").path("field").asText()).isEqualTo("name");
        assertThat(refused("command " + network.path("commandId").asText()).out())
                .startsWith("hawser.v1.Network a/b: rejected: must be");
        String credential = " --node node-1 --mount group:none:/data:rw:password=x";
        assertThat(refused("task start wrong-1" + credential).err())
                .contains("(field mounts[0].mount_flags[0])")
                .contains("./hawser task stop wrong-1 --forget");
        JsonNode task =
                refused("task start wrong-2" + credential + " --output json").json();
        assertThat(task.path("rejected").path("field").asText()).isEqualTo("mounts[0].mount_flags[0]");
    }

    @Test
    @DisplayName("a plugin command's answer is found by its id, too")
    void pluginCommands() {
        // When
        String id = copy().write(
                        HawserTopic.PLUGIN_COMMANDS,
                        "p.example.com",
                        RegisterPluginInstance.newBuilder()
                                .setPlugin("p.example.com")
                                .setInstance("a")
                                .setEndpoint("nowhere")
                                .build());

        // Then
        await().atMost(AT_MOST)
                .untilAsserted(() -> assertThat(copy().hawser("command " + id).out())
                        .startsWith("hawser.v1.RegisterPluginInstance p.example.com: rejected: ")
                        .contains("'nowhere' is none of unix:", "(field endpoint)"));
    }

    @Test
    @DisplayName("Kafka's own console producer creates a volume, as README says it does")
    void consoleProducer() throws Exception {
        // Given
        Page readme = Page.of("README.md");
        String line = readme.shell("org.apache.kafka.tools.ConsoleProducer");

        // When
        Said produced = copy().shell(line);

        // Then
        assertThat(produced.exit()).as("%s", produced).isZero();
        eventually("command my-command-1", said -> assertThat(said.out())
                .matches("hawser.v1.CreateVolume my-volume: (accepted|done).*\\s*"));
        assertThat(Page.commands(readme.block("org.apache.kafka.tools.ConsoleProducer")))
                .containsExactly("command my-command-1", "volume status my-volume");
        eventually(
                "volume status my-volume", said -> assertThat(said.row("phase")).hasValue(List.of("phase", "created")));
        done("volume remove my-volume --wait");
    }

    @Test
    @DisplayName("every service with a database writes its records again, and says how many")
    void republish() {
        assertThat(done("republish").row("plugin-registry")).hasValue(List.of("plugin-registry", "1"));
        assertThat(done("republish --output json").json().properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyElementsOf(HawserService.namesWithDatabase());
    }

    private static String commandId(Said said) {
        Matcher id = COMMAND_ID.matcher(said.out());
        assertThat(id.find()).as("%s", said).isTrue();
        return id.group(1);
    }

    private Said done(String line) {
        Said said = copy().hawser(line);
        assertThat(said.exit()).as("%s: %s", line, said).isZero();
        return said;
    }

    private Said refused(String line) {
        Said said = copy().hawser(line);
        assertThat(said.exit()).as("%s: %s", line, said).isEqualTo(1);
        return said;
    }

    /** The first line that begins with the first cell has all of them. */
    private void eventually(String line, String... cells) {
        eventually(line, said -> {
            List<String> row = said.row(cells[0]).orElseThrow();
            assertThat(row).hasSameSizeAs(cells);
            for (int i = 0; i < cells.length; i++) {
                assertThat(row.get(i)).as("%s", row).matches(cells[i].equals(ANY) ? ".*" : Pattern.quote(cells[i]));
            }
        });
    }

    private void eventually(String line, ThrowingConsumer<Said> looks) {
        // A line that is not there yet is awaited like any other.
        await().atMost(AT_MOST)
                .ignoreException(NoSuchElementException.class)
                .untilAsserted(() -> looks.accept(done(line)));
    }
}
