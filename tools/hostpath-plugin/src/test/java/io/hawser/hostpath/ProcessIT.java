package io.hawser.hostpath;

import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER;
import static io.hawser.hostpath.PluginClient.code;
import static io.hawser.hostpath.PluginClient.mount;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status.Code;
import io.hawser.hostpath.store.Locks;
import io.hawser.hostpath.store.StateFolder;
import io.hawser.hostpath.volume.VolumeId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instances as processes of their own, started as anybody starts them, killed and started again. */
class ProcessIT {
    private TestBed bed;

    @BeforeEach
    void prepare() throws Exception {
        bed = new TestBed().requireMounts();
    }

    @AfterEach
    void stop() throws Exception {
        bed.close();
    }

    @Test
    @DisplayName("A line of the log has the time, to the millisecond, the level and the message")
    void logsInOneLine() throws Exception {
        // Given
        StateFolder.open(bed.state);
        Files.writeString(bed.state.resolve("volumes/stray"), "");
        // When
        bed.process("node-1", bed.socket());
        // Then
        String time = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}[+-]\\d{4}";
        // Recovery runs beside the first calls.
        await().untilAsserted(() -> assertThat(Files.readAllLines(bed.root.resolve("node-1.log")))
                .anyMatch(line -> line.matches(time + " WARNING .*stray.*not a record.*")));
    }

    @Test
    @DisplayName("Killed after every call and started again over its stale socket, the plugin goes on where it was")
    void killedBetweenCallsItGoesOn() throws Exception {
        // Given
        Path socket = bed.socket();
        Path staging = bed.directory("staging");
        Path target = bed.directory("targets").resolve("t");
        var capability = mount(SINGLE_NODE_WRITER);
        Process process = bed.process("node-1", socket);
        // When
        String id = on(socket, c -> c.create("v", SINGLE_NODE_WRITER).getVolumeId());
        process = killedAndBack(process, socket);
        String again = on(socket, c -> c.create("v", SINGLE_NODE_WRITER).getVolumeId());
        assertThat(again).isEqualTo(id);
        Map<String, String> context = on(socket, c -> c.attach(id, "node-1", SINGLE_NODE_WRITER));
        process = killedAndBack(process, socket);
        Map<String, String> sameContext = on(socket, c -> c.attach(id, "node-1", SINGLE_NODE_WRITER));
        assertThat(sameContext).isEqualTo(context);
        run(socket, c -> c.stage(id, context, staging, capability));
        process = killedAndBack(process, socket);
        run(socket, c -> c.publish(id, context, staging, target, capability, false));
        Files.writeString(target.resolve("file"), "kept");
        process = killedAndBack(process, socket);
        run(socket, c -> c.publish(id, context, staging, target, capability, false));
        assertThat(bed.mounts()).hasSize(2);
        assertThat(target.resolve("file")).hasContent("kept");
        run(socket, c -> c.unpublish(id, target));
        process = killedAndBack(process, socket);
        run(socket, c -> c.unstage(id, staging));
        run(socket, c -> c.detach(id, "node-1"));
        process = killedAndBack(process, socket);
        run(socket, c -> c.delete(id));
        // Then
        assertThat(bed.mounts()).isEmpty();
        assertThat(bed.state.resolve("data")).isEmptyDirectory();
        assertThat(bed.state.resolve("volumes")).isEmptyDirectory();
        process.destroy();
        assertThat(process.waitFor()).isEqualTo(143);
        assertThat(socket).doesNotExist();
    }

    @Test
    @DisplayName(
            "While another process is at a volume, a call for it is ABORTED, and goes through once that one is done")
    void aVolumeIsLockedAcrossProcesses() throws Exception {
        // Given
        Path socket = bed.socket();
        bed.process("node-1", socket);
        try (PluginClient client = new PluginClient(socket)) {
            String id = client.create("v", SINGLE_NODE_WRITER).getVolumeId();
            VolumeId volume = VolumeId.parse(id).orElseThrow();
            // When
            Code meanwhile;
            try (Locks.Held here = StateFolder.open(bed.state).locks().volume(volume.key())) {
                meanwhile = code(() -> client.delete(id));
            }
            // Then
            assertThat(meanwhile).isEqualTo(Code.ABORTED);
            assertThat(code(() -> client.delete(id))).isEqualTo(Code.OK);
        }
    }

    @Test
    @DisplayName(
            "Killed in the middle of calls, seeded, each volume is whole or was never there, and nothing stays locked")
    void killedWithinCallsNothingIsHalf() throws Exception {
        Path socket = bed.socket();
        Path other = bed.socket();
        bed.process("node-2", other);
        for (int seed = 0; seed < 4; seed++) {
            // Given
            Random random = new Random(seed);
            Process process = bed.process("node-1", socket);
            Set<String> acknowledged = new HashSet<>();
            int killAfterMillis = random.nextInt(500);
            int names = 6;
            int run = seed;
            // When
            try (PluginClient client = new PluginClient(socket)) {
                // On its way while calls run, so that it lands anywhere in one.
                CompletableFuture.delayedExecutor(killAfterMillis, MILLISECONDS).execute(process::destroyForcibly);
                while (true) {
                    String name = "v" + run + "-" + random.nextInt(names);
                    boolean delete = random.nextInt(3) == 0;
                    Code end = code(() -> {
                        String id = client.controllerWithin(5)
                                .createVolume(PluginClient.creation(name, SINGLE_NODE_WRITER))
                                .getVolume()
                                .getVolumeId();
                        acknowledged.add(name);
                        if (delete) {
                            acknowledged.remove(name);
                            client.controllerWithin(5).deleteVolume(PluginClient.deletion(id));
                        }
                    });
                    if (end != Code.OK) break;
                }
            }
            process.waitFor();
            // Then
            try (PluginClient client = new PluginClient(other)) {
                var listed = client.list(0, "").getEntriesList();
                Set<String> ids = new HashSet<>();
                listed.forEach(e -> ids.add(e.getVolume().getVolumeId()));
                for (String name : acknowledged)
                    assertThat(ids)
                            .as("seed %d", seed)
                            .contains(client.create(name, SINGLE_NODE_WRITER).getVolumeId());
                ids.forEach(
                        id -> assertThat(bed.state.resolve("data").resolve(id)).isDirectory());
                for (int n = 0; n < names; n++)
                    client.delete(client.create("v" + run + "-" + n, SINGLE_NODE_WRITER)
                            .getVolumeId());
                assertThat(client.list(0, "").getEntriesList()).isEmpty();
            }
        }
        // What a CreateVolume left that was never repeated goes at the next start.
        bed.process("node-1", socket);
        await().atMost(60, SECONDS).untilAsserted(() -> {
            assertThat(bed.state.resolve("data")).isEmptyDirectory();
            assertThat(bed.state.resolve("trash")).isEmptyDirectory();
        });
    }

    @Test
    @DisplayName("SIGTERM ends it in order: the socket goes, the mounts stay")
    void sigtermLeavesTheMounts() throws Exception {
        // Given
        Path socket = bed.socket();
        Path staging = bed.directory("staging");
        Process process = bed.process("node-1", socket);
        run(socket, c -> {
            String id = c.create("v", SINGLE_NODE_WRITER).getVolumeId();
            c.stage(id, c.attach(id, "node-1", SINGLE_NODE_WRITER), staging, mount(SINGLE_NODE_WRITER));
        });
        // When
        process.destroy();
        process.waitFor();
        // Then
        assertThat(socket).doesNotExist();
        assertThat(bed.mounts()).hasSize(1);
        assertThat(Files.readString(bed.root.resolve("node-1.log"))).contains("listens on unix://" + socket);
    }

    @Test
    @DisplayName("A foreign mount with an umlaut, which is no path in the locale of cron, is in nobody's way")
    void aForeignMountIsInNobodysWay(@TempDir Path foreign) throws Exception {
        // Given
        String umlaut = "at='" + foreign + "'/$(printf 'M\\303\\274ller'); ";
        shell(umlaut + "mkdir $at && mount --bind $at $at");
        try {
            Path socket = bed.socket();
            Path staging = bed.directory("staging");
            Path target = bed.directory("targets").resolve("t");
            var capability = mount(SINGLE_NODE_WRITER);
            bed.process("node-1", socket);
            // When
            run(socket, c -> {
                String id = c.create("v", SINGLE_NODE_WRITER).getVolumeId();
                var context = c.attach(id, "node-1", SINGLE_NODE_WRITER);
                c.stage(id, context, staging, capability);
                c.publish(id, context, staging, target, capability, false);
                c.unpublish(id, target);
                c.unstage(id, staging);
                c.detach(id, "node-1");
                c.delete(id);
            });
        } finally {
            shell(umlaut + "umount $at && rmdir $at");
        }
        // Then
        assertThat(bed.mounts()).isEmpty();
        assertThat(bed.state.resolve("data")).isEmptyDirectory();
    }

    private static void shell(String script) throws Exception {
        assertThat(new ProcessBuilder("sh", "-c", script).inheritIO().start().waitFor())
                .as(script)
                .isZero();
    }

    private Process killedAndBack(Process process, Path socket) throws Exception {
        process.destroyForcibly().waitFor();
        assertThat(socket).exists();
        return bed.process("node-1", socket);
    }

    private interface Asking<T> {
        T ask(PluginClient client);
    }

    private interface Doing {
        void act(PluginClient client);
    }

    private static <T> T on(Path socket, Asking<T> call) throws Exception {
        try (PluginClient client = new PluginClient(socket)) {
            return call.ask(client);
        }
    }

    private static void run(Path socket, Doing call) throws Exception {
        try (PluginClient client = new PluginClient(socket)) {
            call.act(client);
        }
    }
}
