package io.hawser.testkit.strict.fault;

import io.grpc.Status.Code;
import io.hawser.testkit.strict.Rpc;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Draws a script from a seed. Only the first attempts are hit, and only with codes that leave the outcome open where
 * something was done, so a caller that keeps the rules always gets through.
 */
final class RandomScript {

    private static final List<Rpc> RPCS =
            Arrays.stream(Rpc.values()).filter(Rpc::changes).toList();
    private static final List<Code> UNCERTAIN =
            List.of(Code.UNKNOWN, Code.DEADLINE_EXCEEDED, Code.ABORTED, Code.INTERNAL, Code.UNAVAILABLE);
    private static final int MOST_VOLUMES = 6;
    private static final int MOST_ATTEMPTS = 3;

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
            int attempt = 1 + random.nextInt(MOST_ATTEMPTS);
            Selector selector = new Selector(
                    Optional.of(RPCS.get(random.nextInt(RPCS.size()))),
                    random.nextInt(4) == 0 ? Optional.empty() : Optional.of("#" + (1 + random.nextInt(MOST_VOLUMES))),
                    Optional.empty(),
                    attempt,
                    attempt);
            entries.add(new FaultScript.Entry(selector, fault()));
        }
        return new FaultScript(entries);
    }

    private Fault fault() {
        return switch (random.nextInt(11)) {
            case 0, 1 -> new Fault.Error(code());
            case 2 -> new Fault.Delay(upTo(2000));
            case 3 -> new Fault.Hang(false);
            case 4, 5 -> new Fault.ActThenError(code());
            case 6 -> new Fault.ActThenDrop();
            case 7 -> new Fault.Half(code());
            case 8 -> new Fault.Late(upTo(1000));
            case 9 -> new Fault.Garbage(Fault.Garbage.Kind.values()[random.nextInt(2)]);
            default ->
                random.nextBoolean()
                        ? new Fault.Die(random.nextBoolean(), Fault.Die.Memory.WITH_STATE, upTo(1500))
                        : new Fault.SocketGone(upTo(1500));
        };
    }

    private Code code() {
        return UNCERTAIN.get(random.nextInt(UNCERTAIN.size()));
    }

    private Duration upTo(int millis) {
        return Duration.ofMillis(1 + random.nextInt(millis));
    }
}
