package io.hawser.strict.rule;

import io.grpc.Status.Code;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.knowledge.World;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One rule for the caller.
 *
 * @param id stable, in kebab case
 * @param level how binding it is
 * @param section of the specification
 * @param sentence what the caller has to do
 * @param rpcs the RPCs that it may concern
 * @param decisive whether no further rule judges a call that breaks it
 * @param refusal the plugin's answer to a call that breaks it; empty: as if it had not noticed
 * @param check judges a call before the {@link World} records it
 * @param atEnd finds what is still broken when the judging ends
 */
public record Rule(
        String id,
        Level level,
        String section,
        String sentence,
        Set<Rpc> rpcs,
        boolean decisive,
        Optional<Code> refusal,
        Check check,
        Optional<EndCheck> atEnd) {

    /** How binding it is. */
    public enum Level {
        MUST,
        SHOULD,
        /** Stricter than the specification, which allows what this rule forbids; waive it where that is wanted. */
        HOUSE
    }

    /** Judges a call. Reads no clock: the call carries its moment. */
    public interface Check {
        Finding of(Call call, World world);
    }

    /** Judges calls that never came. */
    public interface EndCheck {
        List<Finding.Broken> of(World world, Moment now);
    }

    /** What docs/strict-plugin.md says of the rule. */
    record Text(Level level, String section, String sentence) {}

    /** @param id of a rule that docs/strict-plugin.md lists */
    static Rule of(String id, Set<Rpc> rpcs, Check check) {
        Text text = RulePage.of(id);
        return new Rule(
                id,
                text.level(),
                text.section(),
                text.sentence(),
                rpcs,
                false,
                Optional.empty(),
                check,
                Optional.empty());
    }

    /** The plugin answers INVALID_ARGUMENT, and no further rule judges such a call. */
    Rule refusing() {
        return new Rule(id, level, section, sentence, rpcs, true, Optional.of(Code.INVALID_ARGUMENT), check, atEnd);
    }

    /** No further rule judges a call that breaks this one. */
    Rule deciding() {
        return new Rule(id, level, section, sentence, rpcs, true, refusal, check, atEnd);
    }

    Rule alsoAtEnd(EndCheck end) {
        return new Rule(id, level, section, sentence, rpcs, decisive, refusal, check, Optional.of(end));
    }

    static Set<Rpc> every(Predicate<Rpc> which) {
        Set<Rpc> rpcs = EnumSet.noneOf(Rpc.class);
        Arrays.stream(Rpc.values()).filter(which).forEach(rpcs::add);
        return rpcs;
    }
}
