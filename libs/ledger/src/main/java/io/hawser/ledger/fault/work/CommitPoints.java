package io.hawser.ledger.fault.work;

import io.hawser.ledger.fault.CommitPoint;
import io.hawser.ledger.fault.FaultOrder;
import io.hawser.ledger.wiring.LedgerConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Halts or stops the process at a commit point that a test names; does nothing otherwise. */
@ApplicationScoped
public class CommitPoints {
    private static final Logger LOG = Logger.getLogger(CommitPoints.class);
    private static final int KILLED = 137;

    private final Optional<Path> file;
    private String orderSeen = "";
    private int reachedSince;

    public CommitPoints(LedgerConfig config) {
        this.file = config.faults().order();
        file.ifPresent(path ->
                LOG.warnf("hawser.ledger.faults.order is set: this process will halt or stop where %s says", path));
    }

    /** This point is reached now. */
    public void reached(CommitPoint point) {
        file.flatMap(path -> orderedAt(point, path)).ifPresent(CommitPoints::obey);
    }

    @SuppressWarnings("SystemExitOutsideMain") // the test wants a crash: no shutdown hook may run
    private static void obey(FaultOrder.Action action) {
        switch (action) {
            case HALT -> Runtime.getRuntime().halt(KILLED);
            case STOP -> stop();
        }
    }

    private synchronized Optional<FaultOrder.Action> orderedAt(CommitPoint point, Path path) {
        try {
            String text = Files.readString(path).strip();
            if (!text.equals(orderSeen)) {
                orderSeen = text;
                reachedSince = 0;
            }
            Optional<FaultOrder> order = FaultOrder.parse(text).filter(it -> it.point() == point);
            if (order.isEmpty() || ++reachedSince < order.get().nth()) {
                return Optional.empty();
            }
            orderSeen = "";
            Files.delete(path);
            return order.map(FaultOrder::action);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot obey " + path, e);
        }
    }

    /** Returns after SIGCONT. */
    private static void stop() {
        try {
            new ProcessBuilder(
                            "kill",
                            "-STOP",
                            Long.toString(ProcessHandle.current().pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot stop", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
