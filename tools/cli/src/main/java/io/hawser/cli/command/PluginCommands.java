package io.hawser.cli.command;

import io.hawser.cli.text.Table;
import io.hawser.v1.Plugin;
import picocli.CommandLine.Command;

@Command(name = "plugin", description = "Shows CSI plugins.", subcommands = PluginCommands.ListAll.class)
final class PluginCommands {

    @Command(name = "list", description = "Shows plugins, their current instance and their health.")
    static final class ListAll extends HawserCommand {
        @Override
        ExitStatus run(Session session) {
            show(
                    session,
                    session.plugins().plugins(),
                    new Table("PLUGIN", "VERSION", "CONTROLLERS", "NODES", "CURRENT", "ENDPOINT"),
                    ListAll::row,
                    "no plugins; one appears when a node-agent finds its socket");
            return ExitStatus.DONE;
        }

        private static void row(Table table, Plugin plugin) {
            table.row(
                    plugin.getName(),
                    plugin.getVendorVersion(),
                    plugin.getControllersHealthy() + " of " + plugin.getControllersExpected(),
                    plugin.getNodesHealthy() + " of " + plugin.getNodesExpected(),
                    plugin.getCurrent(),
                    plugin.getEndpoint());
        }
    }
}
