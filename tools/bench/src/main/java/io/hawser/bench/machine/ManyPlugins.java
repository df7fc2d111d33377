package io.hawser.bench.machine;

import io.hawser.csi.CsiEndpoint;
import io.hawser.embedded.process.JavaCommand;
import io.hawser.embedded.process.Signal;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.process.Orphans;
import io.hawser.local.process.ProcessSpec;
import io.hawser.local.process.Readiness;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Many plugins that only answer their supervisor, in one process. */
public record ManyPlugins(int count) {
    private static final String PROCESS = "many-plugins";
    private static final int HEAP_MIB = 256;

    /** CSI's name of one of them. */
    public static String name(int number) {
        return String.format(Locale.ROOT, "p%04d.hawser.io", number);
    }

    public static Path socket(Path folder, int number) {
        return folder.resolve(String.format(Locale.ROOT, "p%04d.sock", number));
    }

    ProcessSpec spec(LocalLayout layout) {
        Path folder = layout.pluginSockets(PROCESS);
        List<String> command = JavaCommand.of(
                HEAP_MIB,
                List.of(Orphans.mark(layout.home())),
                System.getProperty("java.class.path"),
                "io.hawser.bench.supervise.ManyPluginsMain",
                List.of(folder.toString(), Integer.toString(count)));
        return new ProcessSpec(
                PROCESS,
                command,
                Map.of(),
                // The one that listens last.
                Readiness.unixSocket(socket(folder, count - 1)),
                layout.log(PROCESS),
                Signal.TERM);
    }

    CsiEndpoint endpoint(LocalLayout layout, int number) {
        return new CsiEndpoint.Unix(
                socket(layout.pluginSockets(PROCESS), number).toString());
    }
}
