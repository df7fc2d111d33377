package io.hawser.strict.control;

import io.hawser.strict.StrictPlugin;
import io.hawser.strict.backend.SettledVolumes;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.fault.Fault;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.fault.NamedScripts;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The commands of docs/strict-plugin.md. Each is one line and gets one line as answer. */
record ControlCommands(StrictPlugin plugin) {
    String answer(String line) {
        try {
            List<String> words = Arrays.asList(line.trim().split("\\s+", 2));
            String rest = words.size() > 1 ? words.get(1) : "";
            return answer(words.get(0), rest);
        } catch (RuntimeException e) {
            return "error " + String.valueOf(e.getMessage()).replace('\n', ' ');
        }
    }

    private String answer(String command, String rest) {
        switch (command) {
            case "verdict" -> {
                return VerdictJson.verdict(plugin.verdict());
            }
            case "calls" -> {
                return VerdictJson.calls(plugin.calls());
            }
            case "state" -> {
                return VerdictJson.state(plugin.volumes());
            }
            case "reset" -> plugin.forgetVerdict();
            case "faults" -> plugin.misbehave(script(rest));
            case "latency" -> plugin.setLatency(Duration.ofMillis(Long.parseLong(rest)));
            case "capabilities" -> plugin.offer(CapabilityProfiles.parse(rest));
            case "fence" -> plugin.fence(rest, true);
            case "unfence" -> plugin.fence(rest, false);
            case "wipe" -> plugin.wipe(rest);
            case "die" ->
                plugin.die(
                        switch (rest) {
                            case "with-state" -> Fault.Die.Memory.WITH_STATE;
                            case "without-state" -> Fault.Die.Memory.WITHOUT_STATE;
                            default -> throw new IllegalArgumentException("die: with-state or without-state?");
                        });
            case "uninstall" -> plugin.uninstall();
            case "come-back" -> plugin.comeBack();
            case "shelve" -> plugin.shelve(settled(rest));
            default -> throw new IllegalArgumentException("no command is called \"" + command + "\"");
        }
        return "ok";
    }

    private static SettledVolumes settled(String words) {
        List<Integer> numbers =
                Arrays.stream(words.trim().split("\\s+")).map(Integer::valueOf).toList();
        if (numbers.size() != 3) {
            throw new IllegalArgumentException("shelve: COUNT ATTACHED NODES?");
        }
        return new SettledVolumes(numbers.get(0), numbers.get(1), numbers.get(2));
    }

    private static FaultScript script(String words) {
        if (words.startsWith("random ")) {
            return FaultScript.random(
                    Long.parseLong(words.substring("random ".length()).trim()));
        }
        if (words.startsWith("text ")) {
            return FaultScript.parse(words.substring("text ".length()).replace(';', '\n'));
        }
        return NamedScripts.named(words.trim());
    }
}
