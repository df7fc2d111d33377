package io.hawser.strict;

import com.google.protobuf.Message;
import io.grpc.Status.Code;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import io.hawser.strict.history.Event;
import io.hawser.strict.history.Journal;
import io.hawser.strict.knowledge.World;
import io.hawser.strict.rule.Finding;
import io.hawser.strict.rule.Rule;
import io.hawser.strict.rule.RuleCatalogue;
import io.hawser.strict.rule.Violation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Judges each call by the catalogue, and then records the call in the {@link World}. */
final class RuleJudge implements Judge {

    private static final int MOST_VIOLATIONS_KEPT = 10_000;

    private final World world;
    private final Journal journal;
    private final List<Violation> violations = new ArrayList<>();
    private final Map<String, Long> exercised = new LinkedHashMap<>();

    RuleJudge(World world, Journal journal) {
        this.world = world;
        this.journal = journal;
        forgetVerdict();
    }

    @Override
    public Optional<Code> arrived(Call call) {
        Optional<Code> refusal = Optional.empty();
        for (Rule rule : RuleCatalogue.of(call.rpc())) {
            if (world.limits().waived().contains(rule.id())) {
                continue;
            }
            Finding finding = rule.check().of(call, world);
            if (!(finding instanceof Finding.NotConcerned)) {
                exercised.merge(rule.id(), 1L, Long::sum);
            }
            if (finding instanceof Finding.Broken broken) {
                note(violation(rule, broken, call));
                if (rule.decisive()) {
                    refusal = rule.refusal();
                    break;
                }
            }
        }
        world.sent(call);
        return refusal;
    }

    @Override
    public void answered(Call call, Code code, Optional<Message> response, Moment at) {
        world.answered(call, code, response, at);
    }

    @Override
    public void unanswered(Call call, Moment at) {
        world.unanswered(call, at);
    }

    /** The verdict as of now, including calls that should have come by now and did not. */
    Verdict verdict(Moment now) {
        List<Violation> all = new ArrayList<>(violations);
        Map<String, Long> counts = new LinkedHashMap<>(exercised);
        for (Rule rule : RuleCatalogue.all()) {
            if (!world.limits().waived().contains(rule.id())) {
                List<Finding.Broken> late =
                        rule.atEnd().map(end -> end.of(world, now)).orElse(List.of());
                late.forEach(broken ->
                        all.add(new Violation(rule.id(), rule.section(), broken.detail(), broken.earlier(), now)));
                counts.merge(rule.id(), (long) late.size(), Long::sum);
            }
        }
        return new Verdict(all, counts);
    }

    /** Begins a new verdict. The caller's knowledge stays. */
    void forgetVerdict() {
        violations.clear();
        exercised.clear();
        RuleCatalogue.all().forEach(rule -> exercised.put(rule.id(), 0L));
    }

    World world() {
        return world;
    }

    private void note(Violation violation) {
        if (violations.size() < MOST_VIOLATIONS_KEPT) {
            violations.add(violation);
        }
        journal.note(new Event.RuleBroken(violation));
    }

    private static Violation violation(Rule rule, Finding.Broken broken, Call call) {
        List<Long> calls = new ArrayList<>(broken.earlier());
        calls.add(call.id());
        return new Violation(rule.id(), rule.section(), broken.detail(), calls, call.at());
    }
}
