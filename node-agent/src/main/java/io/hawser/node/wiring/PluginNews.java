package io.hawser.node.wiring;

import io.hawser.node.plugin.PluginAnnouncer;
import io.hawser.node.plugin.PluginChange;
import io.hawser.node.plugin.PluginStatus;
import io.hawser.node.plugin.csi.PluginFolder;
import io.hawser.node.report.kafka.NodePublisher;
import io.hawser.node.work.VolumeWorkers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jboss.logging.Logger;

/** Passes what is found at the plugins' sockets to the cluster and to the mounts. */
record PluginNews(PluginAnnouncer announcer, VolumeWorkers workers, NodePublisher publisher)
        implements PluginFolder.Listener {
    private static final Logger LOG = Logger.getLogger(PluginNews.class);

    @Override
    public void read(Path socket, PluginStatus before, PluginStatus now) {
        tell();
        PluginChange.between(before, now).forEach(this::changed);
        before.identity()
                .filter(was -> now.identity()
                        .filter(is -> !is.name().equals(was.name()))
                        .isPresent())
                .ifPresent(was -> workers.pluginChanged(was.name()));
        now.identity().ifPresent(identity -> {
            if (before.healthy() != now.healthy() || !before.identity().equals(now.identity())) {
                LOG.infof(
                        "plugin %s is %s path=%s",
                        identity.name(), now.healthy() ? "well" : "ill: " + now.message(), socket);
                if (before.identity().equals(now.identity())) {
                    workers.pluginChanged(identity.name());
                } else {
                    workers.pluginReplaced(identity.name(), before.identity().isEmpty() ? since(socket) : Instant.MAX);
                }
            }
        });
    }

    /**
     * Calls reach a new process up to a second before the folder is listed again, so its socket's creation time counts.
     */
    private static Instant since(Path socket) {
        try {
            return Files.getLastModifiedTime(socket).toInstant();
        } catch (IOException gone) {
            return Instant.MAX;
        }
    }

    @Override
    public void gone(Path socket, PluginStatus last, String message) {
        LOG.infof("socket gone path=%s: %s", socket, message);
        tell();
        last.identity().ifPresent(identity -> {
            changed(new PluginChange(identity.name(), "PluginUnhealthy", message + ": " + socket));
            workers.pluginChanged(identity.name());
        });
    }

    @Override
    public void unusable(Path socket, String message) {
        LOG.warn(message);
        publisher.nodeEvent("SocketUnusable", message);
    }

    private void changed(PluginChange change) {
        publisher.event("plugin/" + change.plugin(), change.reason(), change.message());
    }

    /** The agent ends: its plugins are not looked at from now on. */
    void end() {
        announcer.end();
    }

    /** Publishes what is not yet published, including what the broker or the disk did not take the last time. */
    void tell() {
        try {
            announcer.tell();
        } catch (UncheckedIOException disk) {
            LOG.errorf("%s: %s", disk.getMessage(), disk.getCause());
        }
    }
}
