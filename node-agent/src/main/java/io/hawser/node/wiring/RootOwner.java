package io.hawser.node.wiring;

import io.hawser.files.DurableFile;
import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.OtherRoots;
import io.hawser.node.mounttable.files.Kernel;
import io.hawser.node.record.RootIdentity;
import io.hawser.v1.AgentIdentity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;

/**
 * Makes sure that the agent may speak for its node: the root is that node's, and no other root on this machine has
 * mounts of it.
 */
final class RootOwner {
    private static final Logger LOG = Logger.getLogger(RootOwner.class);
    /** The format of machine-id(5). */
    private static final Pattern MACHINE_ID = Pattern.compile("[0-9a-f]{32}");

    private RootOwner() {}

    /**
     * The identity of the agent that holds this root. A root without identity file gets one. A refusal releases the
     * root.
     *
     * @param installation of Hawser that the root belongs to; without white space
     * @param machineId file with the machine's id
     * @throws StartRefusedException if another agent may speak for the node, or this root is another node's
     */
    static AgentIdentity identifyOrRefuse(
            RootLock lock, String node, String installation, Kernel kernel, Path machineId) {
        try {
            return identify(lock.layout(), node, installation, kernel, machineId);
        } catch (IOException e) {
            lock.close();
            throw new StartRefusedException("the folder " + lock.layout().root() + " cannot be used: " + e, e);
        } catch (StartRefusedException refused) {
            lock.close();
            throw refused;
        }
    }

    private static AgentIdentity identify(
            RootLayout layout, String node, String installation, Kernel kernel, Path machineId) throws IOException {
        Optional<RootIdentity> before = read(layout.identity());
        String id =
                before.map(RootIdentity::id).orElseGet(() -> UUID.randomUUID().toString());
        RootIdentity root = new RootIdentity(id, node, installation);
        MountTable table = kernel.mounts();
        for (Path other : OtherRoots.of(layout, table)) {
            refuseIfOfThisNode(layout, root, new RootLayout(other), table);
        }
        if (before.isPresent() && !before.get().node().equals(node)) {
            throw new StartRefusedException("the folder " + layout.root() + " belongs to node "
                    + before.get().node() + ", and this agent is to be node " + node
                    + "; start it under that name, or give it a folder of its own (hawser.root)");
        }
        if (before.filter(root::equals).isEmpty()) {
            DurableFile.write(layout.identity(), root.line().getBytes(StandardCharsets.UTF_8));
        }
        return AgentIdentity.newBuilder()
                .setRoot(root.id())
                .setMachine(machine(machineId))
                .setBootId(kernel.bootId())
                .build();
    }

    /**
     * Empty: there is no such file.
     *
     * @throws IOException with a sentence: the file is unreadable, or not of this form
     */
    private static Optional<RootIdentity> read(Path file) throws IOException {
        Optional<byte[]> bytes = DurableFile.read(file);
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        Optional<RootIdentity> identity = RootIdentity.parse(new String(bytes.get(), StandardCharsets.UTF_8));
        if (identity.isEmpty()) {
            throw new IOException(file + " does not hold the id of a root and a node");
        }
        return identity;
    }

    private static void refuseIfOfThisNode(RootLayout layout, RootIdentity root, RootLayout other, MountTable table) {
        try {
            Optional<RootIdentity> there = read(other.identity());
            if (there.filter(root::contests).isPresent() && !isSame(layout.identity(), other.identity())) {
                throw new StartRefusedException(
                        "node " + root.node() + " has mounts under another folder, " + other.root()
                                + ", which this agent would report as gone; "
                                + "start the agent on that folder (hawser.root), or,"
                                + " once nothing is mounted there any more, start this one again");
            }
        } catch (IOException unreadable) {
            if (hasRecords(other, table)) {
                throw new StartRefusedException(
                        "node " + root.node() + " may have mounts under another folder, " + other.root()
                                + ", which this agent would report as gone, and whose node cannot be read: "
                                + unreadable.getMessage() + "; delete that file, and if they are this node's, start"
                                + " the agent on that folder (hawser.root)",
                        unreadable);
            }
            LOG.warnf("mounts below %s may be another agent's: %s", other.root(), unreadable.getMessage());
        }
    }

    /**
     * If an agent has a record of one of the mounts, the mounts are an agent's, whatever the folder's own file
     * says.
     */
    private static boolean hasRecords(RootLayout other, MountTable table) {
        return table.below(other.volumes()).stream()
                .map(MountEntry::mountPoint)
                .filter(mount -> RootLayout.of(mount).filter(other::equals).isPresent())
                .map(other.volumes()::relativize)
                .map(mount -> new VolumeKey(
                        mount.getName(0).toString(), mount.getName(1).toString()))
                .map(other::record)
                .anyMatch(record -> !table.covers(record, other.volumes()) && Files.exists(record));
    }

    /** A root may be mounted at a second path. */
    private static boolean isSame(Path own, Path other) throws IOException {
        return Files.exists(own) && Files.isSameFile(own, other);
    }

    private static String machine(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return "";
        }
        String id = Files.readString(file).trim();
        return MACHINE_ID.matcher(id).matches() ? id : "";
    }
}
