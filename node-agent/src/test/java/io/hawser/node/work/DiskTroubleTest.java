package io.hawser.node.work;

import static io.hawser.node.work.Bench.awaitMounted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.mounts.MountTable;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Sample;
import io.hawser.node.mounttable.Sighting;
import io.hawser.node.mounttable.files.Kernel;
import io.hawser.node.record.Records;
import io.hawser.v1.MountState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fails: a report says so, the failure ends by itself, and other volumes are not delayed. */
class DiskTroubleTest {
    @TempDir
    Path root;

    private final ScriptedNodeCalls plugin = new ScriptedNodeCalls();

    @Test
    @DisplayName("A stage that is withdrawn before its intent is on the disk leaves no folder that would look staged")
    void aWithdrawnStage() throws Exception {
        // Given
        AtomicReference<Bench> its = new AtomicReference<>();
        try (Bench bench = Bench.started(root, plugin, 4, (what, _) -> {
            if (what.equals("prepare")) {
                its.get().assignments.put("data", new DesiredState.Usable(Sample.nothing(2)));
            }
        })) {
            its.set(bench);
            // When
            bench.desired(Sample.desired(1, "t1"));
            // Then
            await().until(() -> bench.report("data").getNothingLeft());
            assertThat(plugin.calls).isEmpty();
            assertThat(bench.layout.volumes().resolve("data")).doesNotExist();
        }
    }

    @Test
    @DisplayName("A record that cannot be written is reported once, keeps no other volume, and ends with the trouble")
    void aFullDiskIsToldAndEndsByItself() throws Exception {
        // Given
        AtomicBoolean full = new AtomicBoolean(true);
        try (Bench bench = Bench.started(root, plugin, 4, (what, key) -> {
            if (full.get() && what.equals("save") && key.equals(Stuck.KEY)) {
                throw new UncheckedIOException("the record cannot be written", new IOException("No space left"));
            }
        })) {
            // When
            bench.desired(Stuck.desired(1, "t1"));
            bench.desired(Sample.desired(1, "t1"));

            // Then
            awaitMounted(bench, "data");
            await().untilAsserted(() -> assertThat(bench.report("stuck").getMessage())
                    .isEqualTo(
                            "the record cannot be written: java.io.IOException: No space left; the volume stays as it"
                                    + " is, and it is tried again shortly"));
            assertThat(bench.report("stuck").getTargetsList())
                    .extracting("state")
                    .containsExactly(MountState.MOUNT_STATE_PENDING);
            await().until(() -> bench.loop.views().stream()
                    .anyMatch(view ->
                            view.have().key().equals(Stuck.KEY) && view.retry().attempts() > 2));
            assertThat(bench.remarks).singleElement().asString().startsWith("AgentFailed the record cannot be written");
            assertThat(plugin.calls).as("of the other volume").containsExactly("stage", "publish");

            // When
            full.set(false);

            // Then
            awaitMounted(bench, "stuck");
            await().untilAsserted(
                            () -> assertThat(bench.report("stuck").getMessage()).isEmpty());
        }
    }

    @Test
    @DisplayName("A release whose folders cannot be looked at shows in the report, too, and goes on when they can")
    void aReleaseThatFailsIsTold() throws Exception {
        // Given
        AtomicBoolean broken = new AtomicBoolean();
        try (Bench bench = Bench.started(root, plugin, 4, (what, _) -> {
            if (broken.get() && what.equals("forget")) {
                throw new UncheckedIOException("the record cannot be deleted", new IOException("EIO"));
            }
        })) {
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");
            broken.set(true);

            // When
            bench.desired(Sample.nothing(2));

            // Then
            await().untilAsserted(
                            () -> assertThat(bench.report("data").getMessage()).contains("cannot be deleted"));
            assertThat(bench.remarks).isNotEmpty();
            broken.set(false);
            await().untilAsserted(() -> {
                assertThat(bench.report("data").getNothingLeft()).isTrue();
                assertThat(bench.report("data").getMessage()).isEmpty();
            });
        }
    }

    @Test
    @DisplayName("No folder is made, and no path is looked at, for what only takes down but the leaf of an unpublish")
    void takingDownTouchesTheLeafOnly() throws Exception {
        // Given
        List<String> touched = new CopyOnWriteArrayList<>();
        Kernel kernel = new KnownMounts(new CopyOnWriteArrayList<>()) {
            @Override
            public Sighting look(Path path, Path folder) {
                touched.add("look " + path.getFileName());
                return super.look(path, folder);
            }
        };
        UnaryOperator<Records> disk = records -> new Disk(records, (what, _) -> {
            if (!what.equals("save")) {
                touched.add(what);
            }
        });
        try (Bench bench = new Bench(root, kernel, plugin, disk, 4)) {
            bench.loop.start(List.of());
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");
            assertThat(touched).containsExactly("look staging", "prepare", "look t1", "prepare", "look t1");
            touched.clear();
            // When
            bench.desired(Sample.nothing(2));
            await().until(() -> bench.report("data").getNothingLeft());
            // Then
            assertThat(touched).containsExactly("look t1", "forget");
        }
    }

    @Test
    @DisplayName("\"Nothing left\" is not said while the record can neither be written after the last unstage nor"
            + " deleted")
    void whatIsNotOnTheDiskIsNotSaid() throws Exception {
        // Given
        AtomicBoolean broken = new AtomicBoolean(true);
        try (Bench bench = Bench.started(root, plugin, 4, (what, _) -> {
            if (broken.get() && !what.equals("removeLeaf") && plugin.calls.contains("unstage")) {
                throw new UncheckedIOException("the record cannot be changed", new IOException("EIO"));
            }
        })) {
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");

            // When
            bench.desired(Sample.nothing(2));

            // Then
            isNotSaidUntil(bench, "cannot be changed", () -> broken.set(false));
        }
    }

    @Test
    @DisplayName("\"Nothing left\" is not said while the mount table cannot be read")
    void whatIsNotSeenIsNotSaid() throws Exception {
        // Given
        AtomicBoolean unreadable = new AtomicBoolean();
        Kernel kernel = new KnownMounts(List.of()) {
            @Override
            public MountTable mounts() {
                if (unreadable.get()) {
                    throw new UncheckedIOException("the mount table cannot be read", new IOException("EMFILE"));
                }
                return super.mounts();
            }
        };
        UnaryOperator<Records> disk = records -> new Disk(records, (what, _) -> {
            if (what.equals("save") && plugin.calls.contains("unstage")) {
                unreadable.set(true);
            }
        });
        try (Bench bench = new Bench(root, kernel, plugin, disk, 4)) {
            bench.loop.start(List.of());
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");

            // When
            bench.desired(Sample.nothing(2));

            // Then
            isNotSaidUntil(bench, "cannot be read", () -> unreadable.set(false));
        }
    }

    private static void isNotSaidUntil(Bench bench, String trouble, Runnable mend) {
        await().untilAsserted(
                        () -> assertThat(bench.report("data").getMessage()).contains(trouble));
        assertThat(bench.report("data").getNothingLeft()).isFalse();
        mend.run();
        await().until(() -> bench.report("data").getNothingLeft());
    }
}
