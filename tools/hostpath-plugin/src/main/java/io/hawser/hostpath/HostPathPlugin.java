package io.hawser.hostpath;

import io.hawser.hostpath.csi.PluginSettings;
import io.hawser.hostpath.libc.Libc;
import io.hawser.hostpath.volume.NodeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/**
 * The command line of one instance. Exit code 143 after an orderly end by SIGTERM, 1 if the plugin cannot start, 2 for
 * wrong flags.
 */
@Command(
        name = "hostpath-plugin",
        mixinStandardHelpOptions = true,
        versionProvider = HostPathPlugin.Version.class,
        sortOptions = false,
        description = "A CSI plugin whose volumes are directories or loop devices in one folder.")
public final class HostPathPlugin implements Callable<Integer> {
    /** Held here, because the log manager forgets a logger, and its level, that nothing refers to. */
    private static final Logger BOOTSTRAP = Logger.getLogger("io.netty.bootstrap.ServerBootstrap");

    @Option(
            names = "--endpoint",
            defaultValue = "${env:CSI_ENDPOINT}",
            paramLabel = "unix:///PATH.sock",
            description = "Socket to listen on. Default: the environment's CSI_ENDPOINT.")
    private @Nullable String endpoint;

    @Option(
            names = "--node-id",
            required = true,
            paramLabel = "NODE",
            description = "The node that this instance serves; no other may serve it over the same state folder.")
    private String node;

    @Option(
            names = "--state-dir",
            required = true,
            paramLabel = "DIR",
            description = "Records and data; the same folder for all instances.")
    private Path stateFolder;

    @Option(
            names = "--driver-name",
            defaultValue = PluginSettings.DEFAULT_NAME,
            paramLabel = "NAME",
            description = "The plugin's name. Default: ${DEFAULT-VALUE}.")
    private String driverName;

    @Option(
            names = "--max-volume-size",
            defaultValue = "1TiB",
            converter = Size.class,
            paramLabel = "SIZE",
            description = "Largest volume, in bytes or with KiB, MiB, GiB, TiB. Default: ${DEFAULT-VALUE}.")
    private long maxVolumeBytes;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    public static void main(String[] arguments) {
        // gRPC sets a TCP option on each Unix socket, too; Netty warns of it at each connection.
        BOOTSTRAP.setLevel(Level.SEVERE);
        System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tFT%1$tT.%1$tL%1$tz %4$s %5$s%6$s%n");
        System.exit(new CommandLine(new HostPathPlugin()).execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        PluginSettings settings;
        Endpoint listen;
        try {
            if (endpoint == null || endpoint.isEmpty())
                throw new IllegalArgumentException("give --endpoint or set CSI_ENDPOINT");
            listen = Endpoint.parse(endpoint);
            settings = new PluginSettings(driverName, new NodeId(node), stateFolder, maxVolumeBytes);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage());
        }
        // Only their file mode protects the socket and the records.
        Libc.umask(077);
        try {
            PluginServer plugin = PluginServer.start(settings, listen);
            Runtime.getRuntime().addShutdownHook(new Thread(plugin::close, "shutdown"));
            System.out.println(settings.driverName() + " for node " + node + " listens on unix://" + listen.socket());
            plugin.awaitEnd();
            return 0;
        } catch (IOException e) {
            System.err.println("hostpath-plugin cannot start: " + e.getMessage());
            return 1;
        }
    }

    /** A number of bytes, or a number with a binary unit. */
    static final class Size implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            String number = text.replaceFirst("[KMGT]iB$", "");
            int shift = number.length() == text.length() ? 0 : 10 * (1 + "KMGT".indexOf(text.charAt(number.length())));
            try {
                return Math.multiplyExact(Long.parseLong(number), 1L << shift);
            } catch (NumberFormatException | ArithmeticException e) {
                throw new CommandLine.TypeConversionException("'" + text + "' is not a size such as 500MiB");
            }
        }
    }

    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {PluginSettings.version()};
        }
    }
}
