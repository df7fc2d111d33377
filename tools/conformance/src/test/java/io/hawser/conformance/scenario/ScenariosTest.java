package io.hawser.conformance.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.strict.fault.NamedScripts;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ScenariosTest {
    @Test
    @DisplayName("Each named script that has a fault has a scenario, and no two scenarios have one name")
    void everyFaultScriptIsPlayed() {
        assertThat(Scenarios.faults())
                .extracting(Plan::name)
                .containsExactlyElementsOf(NamedScripts.all().keySet().stream()
                        .filter(script -> !script.equals("calm"))
                        .map(script -> "fault-" + script)
                        .toList());
        assertThat(Scenarios.all()).extracting(Plan::name).doesNotHaveDuplicates();
        assertThat(Scenarios.faults())
                .extracting(Plan::name)
                .containsAll(Scenarios.quickFaults().stream().map(Plan::name).toList());
    }
}
