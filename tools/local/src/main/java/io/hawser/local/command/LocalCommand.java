package io.hawser.local.command;

import io.hawser.local.layout.LocalLayout;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The commands that run Hawser on this machine. The launcher passes the data folder, the project's folder, and whether
 * the mount namespace is its own.
 */
@Command(
        name = "./hawser",
        description = "Hawser on one machine.",
        subcommands = {DemoCommand.class, UpCommand.class, DownCommand.class})
public final class LocalCommand {

    LocalLayout layout() {
        return LocalLayout.at(Launched.home());
    }

    /**
     * Whether the launcher has made a mount namespace for this command; its mounts end with that namespace. Nothing
     * else shows this: root in a container looks like an ordinary user who is root in a namespace of the launcher's.
     */
    boolean inOwnMountNamespace() {
        return System.getProperty("hawser.mount-namespace", "shared").equals("own");
    }

    /** Runs a command line and returns its exit code. */
    public static int run(String... arguments) {
        return commandLine().execute(arguments);
    }

    public static CommandLine commandLine() {
        return Launched.commandLine(new LocalCommand());
    }
}
