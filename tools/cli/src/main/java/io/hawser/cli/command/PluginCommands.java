package io.hawser.cli.command;

import io.hawser.cli.rest.PluginRegistryClient;
import io.hawser.cli.rest.ServiceUnreachableException;
import io.hawser.cli.text.PluginText;
import io.hawser.cli.text.PluginUse;
import io.hawser.v1.Plugin;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

@Command(
        name = "plugin",
        description = "Shows CSI plugins. A program of its own, plugin run, keeps the process of one running.",
        subcommands = {PluginCommands.ListAll.class, PluginCommands.Status.class})
final class PluginCommands {

    @Command(
            name = "list",
            aliases = {"ls", "get"},
            description = "Shows plugins, their current instance and their health.")
    static final class ListAll extends ListCommand<Plugin> {
        ListAll() {
            super("plugin", Plugin::getName, PluginRegistryClient::json, PluginText::table, PluginText::row);
        }

        @Override
        Stream<Plugin> all(Session session) {
            return session.plugins().plugins();
        }

        @Override
        String none() {
            return "no plugins; one appears when a node-agent finds its socket";
        }
    }

    @Command(
            name = "status",
            aliases = {"describe", "inspect"},
            description = "Shows everything about plugins: instances, nodes, who uses them, and what they can do.")
    static final class Status extends StatusOfNamed<Used> {
        Status() {
            super(
                    "plugin",
                    (_, found) -> PluginText.status(found.plugin(), found.use(), Instant.now()),
                    found -> found.use().json(found.plugin()).toPrettyString());
        }

        @Override
        Optional<Used> find(Session session, String name) {
            return session.plugins().plugin(name).map(plugin -> new Used(plugin, use(session, name)));
        }

        private static PluginUse use(Session session, String name) {
            var lastProbes = Concurrently.ask(() -> session.plugins().lastProbes(name));
            var counted = Concurrently.ask(() -> session.plugins().nodes(name));
            var nodes = Concurrently.ask(() -> session.volumes().nodes());
            try {
                return PluginUse.of(
                        name,
                        session.volumes().volumesOf(name),
                        session.volumes()::nodesOf,
                        nodes.get(),
                        lastProbes.get(),
                        counted.get());
            } catch (ServiceUnreachableException e) {
                return PluginUse.unknown(String.valueOf(e.getMessage()), lastProbes.get(), counted.get());
            }
        }
    }

    /** A plugin's record, and what is known beside it. */
    record Used(Plugin plugin, PluginUse use) {}
}
