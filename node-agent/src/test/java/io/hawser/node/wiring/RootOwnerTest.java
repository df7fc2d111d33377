package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mounttable.files.Kernel;
import io.hawser.v1.AgentIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RootOwnerTest {
    private static final VolumeKey VOLUME = new VolumeKey("data", "u1");

    @TempDir
    Path folder;

    private final List<MountEntry> mounts = new ArrayList<>();
    private Path machineId;
    private String boot = "boot-1";
    private String installation = "broker:9092/hawser";

    @BeforeEach
    void open() throws Exception {
        folder = folder.toRealPath();
        machineId = folder.resolve("machine-id");
        Files.writeString(machineId, "f3c1d2a4b5968778695a4b3c2d1e0f00\n");
    }

    @Test
    @DisplayName("A root keeps its id over starts and boots, and another root has another one")
    void aRootKeepsItsId() throws Exception {
        // When
        AgentIdentity first = identify("a", "node-1");
        boot = "boot-2";
        AgentIdentity again = identify("a", "node-1");
        AgentIdentity other = identify("b", "node-2");

        // Then
        assertThat(first.getRoot()).isNotEmpty();
        assertThat(first.getMachine()).isEqualTo("f3c1d2a4b5968778695a4b3c2d1e0f00");
        assertThat(first.getBootId()).isEqualTo("boot-1");
        assertThat(again).isEqualTo(first.toBuilder().setBootId("boot-2").build());
        assertThat(other.getRoot()).isNotEqualTo(first.getRoot());
    }

    @Test
    @DisplayName("A machine without an id, or one that is not made yet, has an empty one")
    void aMachineMayHaveNoId() throws Exception {
        // Given
        AgentIdentity known = identify("a", "node-1");
        Files.writeString(machineId, "uninitialized\n");
        AgentIdentity uninitialized = identify("a", "node-1");
        Files.delete(machineId);

        // When
        AgentIdentity none = identify("a", "node-1");

        // Then
        assertThat(known.getMachine()).isNotEmpty();
        assertThat(uninitialized.getMachine()).isEmpty();
        assertThat(none.getMachine()).isEmpty();
    }

    @Test
    @DisplayName("An agent does not start while another root has mounts of its node, and says what to do")
    void refusesBesideMountsOfItsNode() throws Exception {
        // Given
        identify("a", "node-1");
        mounted("a");

        // Then
        assertThatThrownBy(() -> identify("b", "node-1"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("node node-1 has mounts under another folder, " + folder.resolve("a"))
                .hasMessageContaining("start the agent on that folder (hawser.root)");
        assertThat(folder.resolve("b/identity")).doesNotExist();
        mounts.clear();
        assertThat(identify("b", "node-1").getRoot()).isNotEmpty();
    }

    @Test
    @DisplayName("A node of the same name of another installation is another node; "
            + "a root of before names none, and is refused")
    void anotherInstallationIsNoHindrance() throws Exception {
        // Given
        identify("a", "node-1");
        mounted("a");
        installation = "other:9092/hawser";

        // When
        AgentIdentity there = identify("b", "node-1");

        // Then
        assertThat(there.getRoot()).isNotEmpty();
        Files.writeString(folder.resolve("a/identity"), "root-a node-1");
        assertThatThrownBy(() -> identify("b", "node-1")).isInstanceOf(StartRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"c:9092,a:9092,b:9092/hawser", "a:9092,b:9092,c:9092,d:9092/hawser", "C:9092/hawser"})
    @DisplayName("Brokers in another order, one broker more or fewer, or written otherwise are the same installation")
    void anotherListOfTheSameBrokersIsNoOtherInstallation(String now) {
        // Given
        installation = "a:9092,b:9092,c:9092/hawser";
        identify("a", "node-1");
        mounted("a");
        installation = now;

        // Then
        assertThatThrownBy(() -> identify("b", "node-1")).isInstanceOf(StartRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"d:9092,a:9093,b/hawser", "a:9092,b:9092,c:9092/other"})
    @DisplayName("Brokers of which none is the same, or another prefix of topics, are another installation")
    void otherBrokersAreAnotherInstallation(String now) {
        // Given
        installation = "a:9092,b:9092,c:9092/hawser";
        identify("a", "node-1");
        mounted("a");
        installation = now;

        // Then
        assertThat(identify("b", "node-1").getRoot()).isNotEmpty();
    }

    @Test
    @DisplayName("Mounts beside an agent's records, under a root that does not say whose they are, are refused")
    void refusesBesideRecordsOfNobodyKnowsWhom() throws Exception {
        // Given
        RootLayout damaged = new RootLayout(folder.resolve("a"));
        Files.createDirectories(damaged.volume(VOLUME));
        Files.writeString(damaged.identity(), "damaged");
        mounted("a");
        assertThat(identify("b", "node-1").getRoot()).as("no record").isNotEmpty();
        Files.createDirectories(damaged.records(VOLUME.volume()));
        Files.createFile(damaged.record(VOLUME));

        // Then
        assertThatThrownBy(() -> identify("b", "node-1"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining(damaged.identity() + " does not hold the id of a root and a node")
                .hasMessageContaining("delete that file");
        Files.delete(damaged.identity());
        assertThat(identify("b", "node-1").getRoot()).isNotEmpty();
    }

    @Test
    @DisplayName("A copy of a root beside the root itself is refused as well: it has the mounts of neither")
    void refusesACopyOfItsRoot() throws Exception {
        // Given
        identify("a", "node-1");
        Files.createDirectory(folder.resolve("b"));
        Files.copy(folder.resolve("a/identity"), folder.resolve("b/identity"));
        mounted("a");

        // Then
        assertThatThrownBy(() -> identify("b", "node-1")).isInstanceOf(StartRefusedException.class);
    }

    @Test
    @DisplayName(
            "Mounts of other nodes, of the same root at a second place, and of a root without a name are no hindrance")
    void startsBesideOtherNodesOfTheMachine() throws Exception {
        // Given
        identify("a", "node-1");
        identify("b", "node-2");
        Files.createSymbolicLink(folder.resolve("a-again"), folder.resolve("a"));
        Files.createDirectory(folder.resolve("nameless"));
        Files.createDirectory(folder.resolve("garbage"));
        Files.writeString(folder.resolve("garbage/identity"), "no identity at all");
        mounted("a");
        mounted("b");
        mounted("a-again");
        mounted("nameless");
        mounted("garbage");

        // Then
        assertThat(identify("a", "node-1").getRoot()).isNotEmpty();
    }

    @Test
    @DisplayName("A root that is another node's is refused, naming both")
    void refusesTheRootOfAnotherNode() throws Exception {
        // Given
        identify("a", "node-1");

        // Then
        assertThatThrownBy(() -> identify("a", "node-2"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("belongs to node node-1")
                .hasMessageContaining("node-2");
        assertThat(identify("a", "node-1").getRoot())
                .as("the lock was given back")
                .isNotEmpty();
    }

    @Test
    @DisplayName("A root whose identity cannot be read is refused: a new id would make it another root")
    void refusesAnUnreadableIdentity() throws Exception {
        // Given
        identify("a", "node-1");
        Files.writeString(folder.resolve("a/identity"), "");

        // Then
        assertThatThrownBy(() -> identify("a", "node-1"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("does not hold the id of a root and a node");
    }

    private void mounted(String root) {
        mounts.add(new MountEntry(
                new RootLayout(folder.resolve(root)).target(VOLUME, "task-1"),
                "8:1",
                "/",
                Set.of(),
                "ext4",
                "/dev/sda1"));
    }

    private AgentIdentity identify(String root, String node) {
        Kernel kernel = new Kernel() {
            @Override
            public MountTable mounts() {
                return new MountTable(mounts);
            }

            @Override
            public String bootId() {
                return boot;
            }
        };
        try (RootLock lock = RootLock.takeOrRefuse(folder.resolve(root))) {
            return RootOwner.identifyOrRefuse(lock, node, installation, kernel, machineId);
        }
    }
}
