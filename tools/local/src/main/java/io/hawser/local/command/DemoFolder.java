package io.hawser.local.command;

import io.hawser.embedded.process.Launch;
import io.hawser.local.demo.DemoReport;
import io.hawser.local.layout.LocalLayout;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The demo's data folder. Only the holder of its lock deletes it, whether it is an earlier demo's or its own: another
 * demo may be waiting to start.
 */
final class DemoFolder {
    private static final String COMMAND = "demo";

    private final Path folder;
    private final Path project;
    private final Consumer<String> tell;
    private final Consumer<LocalRun> delete;

    DemoFolder(Path folder, Path project, Consumer<String> tell) {
        this(folder, project, tell, LocalRun::delete);
    }

    /** @param delete {@link LocalRun#delete}; a test replaces it to inspect the folder */
    DemoFolder(Path folder, Path project, Consumer<String> tell, Consumer<LocalRun> delete) {
        this.folder = folder;
        this.project = project;
        this.tell = tell;
        this.delete = delete;
    }

    /**
     * Plays on an empty folder, which is deleted afterwards if the play succeeded.
     *
     * @param play starts what it needs, and stops it
     * @throws IllegalStateException if another demo has the folder
     */
    DemoReport onEmpty(Function<LocalRun, DemoReport> play) {
        LocalRun.clear(folder, project, COMMAND, tell, delete);
        try (LocalRun run = LocalRun.prepare(
                LocalLayout.at(folder, COMMAND), project, Launch.Lifetime.WITH_US, line -> tell.accept("   " + line))) {
            run.stopOnSignal();
            DemoReport report = play.apply(run);
            if (report.ok()) {
                delete.accept(run);
            }
            return report;
        }
    }
}
