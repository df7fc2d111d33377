package io.hawser.strict.fault;

import io.grpc.Status.Code;
import io.hawser.strict.call.Rpc;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;

/**
 * Draws a script from a seed. Faults hit only early attempts. Where something was done, the code leaves the outcome
 * open; where nothing was done, it may be final. A caller that keeps the rules therefore always succeeds.
 */
final class RandomScript {

    private static final List<Rpc> CHANGING =
            Arrays.stream(Rpc.values()).filter(Rpc::changes).toList();
    /** RPCs that callers repeat on their own. */
    private static final List<Rpc> ASKED = List.of(
            Rpc.GET_PLUGIN_INFO,
            Rpc.GET_PLUGIN_CAPABILITIES,
            Rpc.PROBE,
            Rpc.CONTROLLER_GET_CAPABILITIES,
            Rpc.NODE_GET_CAPABILITIES,
            Rpc.NODE_GET_INFO,
            Rpc.LIST_VOLUMES);

    private static final List<Code> UNCERTAIN =
            List.of(Code.UNKNOWN, Code.DEADLINE_EXCEEDED, Code.ABORTED, Code.INTERNAL, Code.UNAVAILABLE);
    /**
     * Final codes that mean "not now" (specification, the error schemes). "Not found" comes although everything is
     * there: no caller may treat it as success.
     */
    private static final Map<Rpc, List<Code>> FINAL = Map.of(
            Rpc.CREATE_VOLUME, List.of(Code.RESOURCE_EXHAUSTED, Code.UNIMPLEMENTED),
            Rpc.CONTROLLER_PUBLISH_VOLUME, List.of(Code.RESOURCE_EXHAUSTED, Code.FAILED_PRECONDITION, Code.NOT_FOUND),
            Rpc.NODE_STAGE_VOLUME, List.of(Code.FAILED_PRECONDITION, Code.NOT_FOUND),
            Rpc.NODE_PUBLISH_VOLUME, List.of(Code.FAILED_PRECONDITION, Code.NOT_FOUND),
            Rpc.NODE_UNPUBLISH_VOLUME, List.of(Code.NOT_FOUND),
            Rpc.NODE_UNSTAGE_VOLUME, List.of(Code.NOT_FOUND),
            Rpc.CONTROLLER_UNPUBLISH_VOLUME, List.of(Code.NOT_FOUND),
            Rpc.DELETE_VOLUME, List.of(Code.FAILED_PRECONDITION));

    private static final int MOST_VOLUMES = 5;
    private static final int MOST_ATTEMPTS = 3;
    private static final int MOST_ASKED = 20;

    private final Random random;

    private RandomScript(long seed) {
        this.random = new Random(seed);
    }

    static FaultScript of(long seed) {
        return new RandomScript(seed).draw();
    }

    private FaultScript draw() {
        List<FaultScript.Entry> entries = new ArrayList<>();
        int count = 6 + random.nextInt(12);
        for (int i = 0; i < count; i++) {
            entries.add(
                    switch (random.nextInt(9)) {
                        case 0, 1 -> asked();
                        case 2 -> changing(CHANGING);
                        case 3 -> rejected();
                        default -> changing(NamedScripts.LIFE);
                    });
        }
        return new FaultScript(entries);
    }

    private FaultScript.Entry changing(List<Rpc> rpcs) {
        Selector selector = early(one(rpcs));
        Fault.Garbage.Kind kind = Fault.Garbage.Kind.values()[random.nextInt(2)];
        return new FaultScript.Entry(
                selector,
                switch (random.nextInt(11)) {
                    case 0, 1 -> new Fault.ActThenError(one(UNCERTAIN));
                    case 2 -> new Fault.Half(one(UNCERTAIN));
                    case 3 -> new Fault.Hang(true, Optional.of(upTo(1500).plusMillis(1500)));
                    default -> fault(kind);
                });
    }

    private FaultScript.Entry rejected() {
        Rpc rpc = one(NamedScripts.LIFE);
        return new FaultScript.Entry(early(rpc), new Fault.Error(one(Objects.requireNonNull(FINAL.get(rpc)))));
    }

    private Selector early(Rpc rpc) {
        // Later attempts only happen if the earlier ones failed.
        int attempt = 1 + random.nextInt(1 + random.nextInt(MOST_ATTEMPTS));
        return new Selector(
                Optional.of(rpc),
                random.nextInt(4) == 0 ? Optional.empty() : Optional.of("#" + (1 + random.nextInt(MOST_VOLUMES))),
                Optional.empty(),
                attempt,
                attempt);
    }

    private FaultScript.Entry asked() {
        Rpc rpc = one(ASKED);
        // For the other RPCs, an empty answer means that the plugin has no capabilities.
        boolean wantsFields = rpc == Rpc.GET_PLUGIN_INFO || rpc == Rpc.NODE_GET_INFO;
        Fault.Garbage.Kind kind = wantsFields ? Fault.Garbage.Kind.EMPTY : Fault.Garbage.Kind.UNDECODABLE;
        return new FaultScript.Entry(Selector.attempt(rpc, 1 + random.nextInt(MOST_ASKED)), fault(kind));
    }

    private Fault fault(Fault.Garbage.Kind garbage) {
        return switch (random.nextInt(8)) {
            case 0, 1 -> new Fault.Error(one(UNCERTAIN));
            case 2 -> new Fault.Delay(upTo(2000));
            case 3 -> Fault.Hang.forEver();
            case 4 -> new Fault.ActThenDrop();
            case 5 -> new Fault.Late(upTo(1000));
            case 6 -> new Fault.Garbage(garbage);
            default ->
                random.nextBoolean()
                        ? new Fault.Die(random.nextBoolean(), Fault.Die.Memory.WITH_STATE, upTo(1500))
                        : new Fault.SocketGone(upTo(1500));
        };
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private Duration upTo(int millis) {
        return Duration.ofMillis(1 + random.nextInt(millis));
    }
}
