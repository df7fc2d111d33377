package io.hawser.strict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.hawser.csi.v1.ControllerGrpc;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.GetPluginInfoRequest;
import io.hawser.csi.v1.IdentityGrpc;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.embedded.process.JavaCommand;
import io.hawser.strict.command.StrictPluginMain;
import io.hawser.strict.control.ControlClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command {@code strict-plugin}, as a process. */
class StrictPluginMainIT {

    @TempDir
    Path folder;

    @Test
    @DisplayName("It serves, says what it thinks of its caller, does what it is told, and leaves no socket behind")
    void servesAndJudgesUntilASignal() throws Exception {
        // Given
        Path socket = folder.resolve("new/csi.sock");
        Path control = folder.resolve("control.sock");
        Process process = start(
                "--endpoint",
                "unix://" + socket,
                "--tcp",
                "0",
                "--node-id",
                "here",
                "--nodes",
                "1",
                "--control",
                control.toString(),
                "--capabilities",
                "basic,-node:STAGE_UNSTAGE_VOLUME",
                "--no-files",
                "--log",
                folder + "/calls.jsonl");
        ManagedChannel channel = Caller.channel("unix:" + socket);
        try (BufferedReader output = process.inputReader()) {

            // When
            List<String> said = untilReady(output);
            try (ControlClient client = ControlClient.connect(control)) {
                create(channel);
                String verdict = client.tell("verdict");
                String calls = client.tell("calls");
                String state = client.tell("state");
                client.tell("reset");
                String fresh = client.tell("verdict");
                client.tell("faults text GetPluginInfo * * error INTERNAL; Probe * * hang");
                var misbehaving = info(channel);
                List.of("faults calm", "latency 1", "fence here", "unfence here", "wipe here", "capabilities full")
                        .forEach(command -> assertThat(told(client, command)).isEqualTo("ok"));
                var calm = info(channel);
                client.tell("die with-state");
                var dead = info(channel);
                client.tell("come-back");

                // Then
                assertThat(said)
                        .filteredOn(line -> !line.startsWith("controller tcp://127.0.0.1:"))
                        .hasSize(said.size() - 1)
                        .containsExactly(
                                "controller unix:" + socket,
                                "node here unix:" + socket,
                                "node node-1 unix:" + socket.resolveSibling("node-1.sock"),
                                "ready");
                assertThat(verdict)
                        .contains("\"violations\":[{\"rule\":\"capabilities-before-use\"")
                        .contains("\"detail\":\"", "\"calls\":[1]", "\"exercised\":1", "\"notExercised\":[\"");
                assertThat(calls).isEqualTo("{\"CreateVolume\":1}");
                assertThat(state).contains("\"name\":\"a\"");
                assertThat(fresh).contains("\"violations\":[]");
                assertThat(misbehaving).isEqualTo(Status.Code.INTERNAL);
                assertThat(calm).isEqualTo(Status.Code.OK);
                assertThat(dead).isEqualTo(Status.Code.UNAVAILABLE);
                await().until(() -> {
                    channel.resetConnectBackoff();
                    return info(channel) == Status.Code.OK;
                });
                assertThatThrownBy(() -> client.tell("die somehow")).hasMessageContaining("with-state or");
                assertThatThrownBy(() -> client.tell("dance")).hasMessageContaining("dance");
            }
            process.destroy();
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(socket).doesNotExist();
            assertThat(Files.readString(folder.resolve("calls.jsonl"))).contains("CreateVolume");
        } finally {
            channel.shutdownNow();
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "1, --endpoint tcp:1, is not unix:PATH",
                "1, --endpoint unix:/x --waive no-such-rule, no-such-rule",
                "1, --endpoint unix:/x --capabilities none, none",
                "1, --endpoint unix:/x --node here, is not NAME",
                "1, --endpoint unix:/x --latency -1, is negative",
                "1, --endpoint unix:/x --tcp here, is not PORT or HOST:PORT",
                "1, --endpoint unix:/x --tcp 127.0.0.1:70000, is not PORT or HOST:PORT",
                "1, --endpoint unix:/x --seed 1 --fault-script uncertain, a script is either drawn or given",
                "2, --endpoint unix:/x --seed many, many",
                "2, --nodes 3, --endpoint"
            })
    @DisplayName("A bad value is told in a sentence, and nothing is served")
    void refusesABadValue(int expected, String arguments, String sentence) {
        // Given
        StringWriter err = new StringWriter();
        CommandLine commandLine = StrictPluginMain.commandLine().setErr(new PrintWriter(err));

        // When
        int status = commandLine.execute(arguments.split(" "));

        // Then
        assertThat(status).isEqualTo(expected);
        assertThat(err.toString()).contains(sentence);
    }

    private static Process start(String... arguments) throws IOException {
        return new ProcessBuilder(JavaCommand.of(
                        128,
                        List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED"),
                        System.getProperty("java.class.path"),
                        StrictPluginMain.class.getName(),
                        List.of(arguments)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<String> untilReady(BufferedReader output) throws IOException {
        List<String> said = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.add(line);
            if (line.equals("ready")) {
                break;
            }
        }
        return said;
    }

    private static String told(ControlClient client, String command) {
        try {
            return client.tell(command);
        } catch (IOException e) {
            throw new AssertionError(command, e);
        }
    }

    private static void create(ManagedChannel channel) {
        ControllerGrpc.newBlockingStub(channel)
                .withDeadlineAfter(Duration.ofSeconds(120))
                .createVolume(CreateVolumeRequest.newBuilder()
                        .setName("a")
                        .addVolumeCapabilities(VolumeUser.capability(Mode.SINGLE_NODE_WRITER))
                        .build());
    }

    private static Status.Code info(ManagedChannel channel) {
        return Caller.code(() -> IdentityGrpc.newBlockingStub(channel)
                        .withDeadlineAfter(Duration.ofSeconds(120))
                        .getPluginInfo(GetPluginInfoRequest.getDefaultInstance()))
                .orElse(Status.Code.OK);
    }
}
