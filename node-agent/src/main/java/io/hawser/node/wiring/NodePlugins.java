package io.hawser.node.wiring;

import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.LookPauses;
import io.hawser.csi.SecretProvider;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.plugin.PluginAnnouncer;
import io.hawser.node.plugin.PluginBook;
import io.hawser.node.plugin.PluginStatus;
import io.hawser.node.plugin.RegistrationRules;
import io.hawser.node.plugin.csi.PluginFolder;
import io.hawser.node.plugin.csi.Registrations;
import io.hawser.node.plugin.files.KnownPluginsFile;
import io.hawser.node.relay.RelaySettings;
import io.hawser.node.relay.socket.Relay;
import io.hawser.node.report.kafka.NodePublisher;
import io.hawser.node.work.VolumeWorkers;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Finds the plugins of this node, records them, announces them, and relays callers to their controllers. */
final class NodePlugins implements AutoCloseable {
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final AgentSettings settings;
    private final PluginBook book;
    private final CsiClient csi;
    private final PluginNews news;
    private final PluginFolder folder;
    private final Optional<Relay> relay;

    /**
     * @param relay where services on other machines reach the controller sockets of this node; empty: nowhere
     * @param counts whether this agent counts as the node's, and readers hear it
     * @throws IOException what was announced before cannot be read
     */
    NodePlugins(
            AgentSettings settings,
            RootLayout layout,
            PluginBook book,
            VolumeWorkers workers,
            NodePublisher publisher,
            Optional<RelaySettings> relay,
            BooleanSupplier counts,
            Clock clock,
            MeterRegistry metrics)
            throws IOException {
        this.settings = settings;
        this.book = book;
        this.csi = CsiClient.create(metrics);
        this.news = new PluginNews(
                new PluginAnnouncer(
                        settings.node(),
                        book,
                        publisher,
                        System::nanoTime,
                        relay.isPresent(),
                        settings.pluginGoneAfter(),
                        settings.pluginForgottenAfter(),
                        workers::hasVolumesOf,
                        counts,
                        KnownPluginsFile.load(layout.registeredPlugins())),
                workers,
                publisher);
        this.folder = new PluginFolder(
                settings.pluginDir(),
                csi,
                SecretProvider.ofFiles(settings.secretsDir(), "hawser.secrets-dir"),
                book,
                clock,
                looks(),
                settings.rpcDeadline(),
                registrations(),
                news);
        this.relay = open(relay);
    }

    private LookPauses looks() {
        return new LookPauses(settings.fingerprintInterval(), RETRY);
    }

    private Optional<Registrations> registrations() {
        return settings.registryDir().map(dir -> {
            AllowedEndpoints allowed = AllowedEndpoints.parse(
                    "hawser.plugin-dir", List.of("unix://" + settings.pluginDir(), "unix://" + dir));
            RegistrationRules rules = new RegistrationRules(settings.registryPaths(), allowed);
            return new Registrations(dir, rules, csi, looks(), PluginFolder.lookDeadline(settings.rpcDeadline()));
        });
    }

    private Optional<Relay> open(Optional<RelaySettings> wanted) {
        try {
            return wanted.isPresent() ? Optional.of(new Relay(wanted.get(), this::controllerSocket)) : Optional.empty();
        } catch (IOException e) {
            RelaySettings relay = wanted.orElseThrow();
            throw new StartRefusedException(
                    "the relay cannot listen at " + relay.host() + ":" + relay.port() + ": " + e.getMessage(), e);
        }
    }

    private Optional<Path> controllerSocket(String plugin) {
        return book.controllerOrDenial(plugin)
                .map(PluginStatus::endpoint)
                .filter(CsiEndpoint.Unix.class::isInstance)
                .map(endpoint -> Path.of(((CsiEndpoint.Unix) endpoint).path()));
    }

    void start(AgentTimer timer) {
        folder.start();
        relay.ifPresent(Relay::start);
        timer.repeat(news::tell, RETRY);
    }

    Optional<Integer> relayPort() {
        return relay.map(Relay::port);
    }

    @Override
    public void close() {
        relay.ifPresent(Relay::close);
        folder.close();
        news.end();
        csi.close();
    }
}
