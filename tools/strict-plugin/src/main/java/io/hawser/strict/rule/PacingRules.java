package io.hawser.strict.rule;

import io.grpc.Status.Code;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.knowledge.Attempts;
import io.hawser.strict.knowledge.StatusMeaning;
import io.hawser.strict.knowledge.World;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Rules for when a call that did not succeed is repeated. */
final class PacingRules {

    private static final Set<Rpc> CHANGING = Rule.every(Rpc::changes);
    private static final Set<Rpc> ALL = Rule.every(rpc -> true);
    private static final Set<Rpc> GATED = Rule.every(rpc -> rpc.changes() || rpc.gated());
    /**
     * Requests whose content can be rejected. Identity and health may be asked for at any time, because those requests
     * have no content.
     */
    private static final Set<Rpc> SAYING = Rule.every(rpc -> rpc.changes()
            || rpc.gated()
                    && !rpc.requestPrototype()
                            .getDescriptorForType()
                            .getFields()
                            .isEmpty());

    /** The required pause of a backoff grows up to this many doublings of the shortest one. */
    private static final int DOUBLINGS = 3;

    private PacingRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of("retry-not-at-once", ALL, PacingRules::notAtOnce),
                Rule.of("retry-not-never", CHANGING, PacingRules::notNever).alsoAtEnd(PacingRules::neverCame),
                Rule.of("unimplemented-rereads-capabilities", GATED, PacingRules::rereads),
                Rule.of("rejected-call-changed", SAYING, PacingRules::changed),
                Rule.of("rejected-call-waits", SAYING, PacingRules::waits));
    }

    private static Optional<Attempts.Failed> before(Call call, World world, StatusMeaning ending) {
        return world.attempts().before(call).filter(attempt -> attempt.ending() == ending);
    }

    private static String after(Attempts.Failed attempt, Duration gap) {
        return gap.toMillis() + " ms after " + attempt.code().map(Code::name).orElse("no answer");
    }

    private static Finding notAtOnce(Call call, World world) {
        return before(call, world, StatusMeaning.UNCERTAIN)
                .map(attempt -> {
                    Duration gap = call.at().since(attempt.at());
                    return Finding.keptIf(
                            gap.compareTo(world.limits().minGap()) >= 0,
                            after(attempt, gap),
                            attempt.call().id());
                })
                .orElse(Finding.NOT_CONCERNED);
    }

    private static Finding notNever(Call call, World world) {
        return before(call, world, StatusMeaning.UNCERTAIN)
                .filter(Attempts.Failed::isOwed)
                .map(attempt -> {
                    Duration gap = call.at().since(world.attempts().sinceListening(attempt.owedSince()));
                    return Finding.keptIf(
                            gap.compareTo(atMost(attempt, world)) <= 0,
                            after(attempt, gap),
                            attempt.call().id());
                })
                .orElse(Finding.NOT_CONCERNED);
    }

    /** A rejection seldom goes away soon, so callers wait longer after one. */
    private static Duration atMost(Attempts.Failed attempt, World world) {
        return world.limits().maxGap().multipliedBy(attempt.refused().isPresent() ? 10 : 1);
    }

    private static List<Finding.Broken> neverCame(World world, Moment now) {
        return world.attempts().open().stream()
                .filter(attempt -> attempt.ending() == StatusMeaning.UNCERTAIN)
                .filter(attempt -> world.inFlight().besides(attempt.call()).isEmpty())
                .flatMap(attempt -> {
                    Duration gap = now.since(world.attempts().sinceListening(attempt.owedSince()));
                    return gap.compareTo(atMost(attempt, world)) > 0
                            ? Stream.of(new Finding.Broken(
                                    "not again since, " + after(attempt, gap),
                                    List.of(attempt.call().id())))
                            : Stream.empty();
                })
                .toList();
    }

    private static Finding rereads(Call call, World world) {
        return before(call, world, StatusMeaning.REJECTED_UNIMPLEMENTED)
                .map(attempt -> {
                    // GetPluginCapabilities alone says nothing about this RPC.
                    boolean reread = world.readings()
                            .capabilitiesRead(call.rpc().side(), call.node())
                            .filter(read -> read.nanos() - attempt.at().nanos() > 0)
                            .isPresent();
                    return Finding.keptIf(
                            reread,
                            "no capabilities were read since",
                            attempt.call().id());
                })
                .orElse(Finding.NOT_CONCERNED);
    }

    private static Finding changed(Call call, World world) {
        return before(call, world, StatusMeaning.REJECTED_FIX)
                .map(attempt -> {
                    Duration gap = call.at().since(attempt.at());
                    return Finding.keptIf(
                            !attempt.call().request().equals(call.request())
                                    || world.attempts().restartedSince(attempt)
                                    || longEnough(gap, world),
                            "unchanged, " + after(attempt, gap),
                            attempt.call().id());
                })
                .orElse(Finding.NOT_CONCERNED);
    }

    private static Finding waits(Call call, World world) {
        return before(call, world, StatusMeaning.REJECTED_WAIT)
                .map(attempt -> {
                    Duration gap = call.at().since(attempt.at());
                    return Finding.keptIf(
                            !attempt.call().request().equals(call.request())
                                    || world.attempts().changedSince(attempt)
                                    || (attempt.backsOff() && gap.compareTo(grown(attempt.inARow(), world)) >= 0)
                                    || longEnough(gap, world),
                            "unchanged, " + after(attempt, gap) + ", refused " + attempt.inARow() + " times in a row",
                            attempt.call().id());
                })
                .orElse(Finding.NOT_CONCERNED);
    }

    /**
     * The shortest allowed pause of an exponential backoff after this many refusals with no change between them. It
     * doubles only with every second refusal, because jitter may shorten a pause.
     */
    private static Duration grown(int refusals, World world) {
        int doublings = Math.min((refusals - 1) / 2, DOUBLINGS);
        return world.limits().minGap().multipliedBy(1L << doublings);
    }

    private static boolean longEnough(Duration gap, World world) {
        return gap.compareTo(world.limits().finalGap()) >= 0;
    }
}
