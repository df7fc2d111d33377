package io.hawser.strict;

import static org.awaitility.Awaitility.await;

import io.grpc.Status.Code;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.fault.FaultScript;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A plugin to which a test tells its faults, a caller of it, and a volume. */
abstract class FaultyPlugin {
    static final Capabilities OFFERED = CapabilityProfiles.full();

    @TempDir
    Path folder;

    StrictPlugin plugin;
    Caller caller;
    VolumeUser volume;

    @BeforeEach
    void start() {
        plugin = StrictPlugin.start(TwoNodes.options(folder));
        caller = new Caller(plugin, folder);
        caller.read(OFFERED, "n1", "n2");
        volume = new VolumeUser(caller, OFFERED, "a", Mode.MULTI_NODE_MULTI_WRITER);
    }

    @AfterEach
    void stop() {
        caller.close();
        plugin.close();
    }

    void misbehave(String script) {
        plugin.misbehave(FaultScript.parse(script));
    }

    Optional<Code> createWithin(int millis) {
        return Caller.code(() -> volume.created(caller.controller()
                .withDeadlineAfter(millis, TimeUnit.MILLISECONDS)
                .createVolume(volume.createRequest().build())));
    }

    void awaitReconnected() {
        await().until(() -> {
            caller.reconnect();
            return Caller.code(() -> {
                        caller.read(OFFERED, "n1");
                        return true;
                    })
                    .isEmpty();
        });
    }
}
