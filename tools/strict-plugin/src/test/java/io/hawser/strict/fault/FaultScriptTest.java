package io.hawser.strict.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.ByteString;
import io.grpc.Status.Code;
import io.hawser.csi.v1.ProbeResponse;
import io.hawser.strict.call.Rpc;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultScriptTest {

    @Test
    void theFirstEntryThatSelectsTheCallDecides() {
        // Given
        FaultScript script = FaultScript.parse("""
                # a comment
                CreateVolume a      2-3 delay 200ms
                CreateVolume *      3-  act-then-drop
                *            *@n1   *   hang
                """);

        // When
        var second = script.faultFor(Rpc.CREATE_VOLUME, "", 2, Set.of("a"));
        var third = script.faultFor(Rpc.CREATE_VOLUME, "", 3, Set.of("b"));
        var onNode = script.faultFor(Rpc.NODE_STAGE_VOLUME, "n1", 7, Set.of("b"));
        var elsewhere = script.faultFor(Rpc.NODE_STAGE_VOLUME, "n2", 7, Set.of("b"));

        // Then
        assertThat(second).contains(new Fault.Delay(Duration.ofMillis(200)));
        assertThat(third).contains(new Fault.ActThenDrop());
        assertThat(onNode).contains(new Fault.Hang(false, Optional.empty()));
        assertThat(elsewhere).isEmpty();
    }

    @Test
    void theSameSeedDrawsTheSameScriptAndItsTextReadsBack() {
        // Given
        LongStream seeds = LongStream.range(0, 500);

        // When
        var scripts = seeds.mapToObj(FaultScript::random).toList();

        // Then
        for (int seed = 0; seed < scripts.size(); seed++) {
            assertThat(FaultScript.random(seed)).isEqualTo(scripts.get(seed));
            assertThat(FaultScript.parse(scripts.get(seed).toText())).isEqualTo(scripts.get(seed));
        }
        assertThat(scripts).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("Seeds draw every fault there is but for words put into the plugin's mouth, "
            + "and no death that loses the state")
    void everyKindOfFaultIsDrawn() {
        // Given
        Set<Class<?>> kinds = new HashSet<>(List.of(Fault.class.getPermittedSubclasses()));
        kinds.remove(Fault.Says.class);

        // When
        List<Fault> drawn = LongStream.range(0, 500)
                .mapToObj(FaultScript::random)
                .flatMap(script -> script.entries().stream())
                .map(FaultScript.Entry::fault)
                .toList();

        // Then
        assertThat(drawn.stream().<Class<?>>map(Fault::getClass).distinct()).containsExactlyInAnyOrderElementsOf(kinds);
        assertThat(drawn)
                .filteredOn(Fault.Die.class::isInstance)
                .extracting(fault -> ((Fault.Die) fault).memory())
                .containsOnly(Fault.Die.Memory.WITH_STATE);
        assertThat(NamedScripts.named("amnesia").entries())
                .extracting(FaultScript.Entry::fault)
                .containsExactly(new Fault.Die(false, Fault.Die.Memory.WITHOUT_STATE, Duration.ofMillis(200)));
    }

    @Test
    void namedScriptsReadBackFromTheirText() {
        // Given
        var scripts = NamedScripts.all().values();

        // When
        var again = scripts.stream().map(script -> FaultScript.parse(script.toText()));

        // Then
        assertThat(again).containsExactlyElementsOf(scripts);
    }

    @ParameterizedTest
    @MethodSource
    void whatIsSaidReadsBackFromItsText(Fault.Says says, String text) {
        // Given
        FaultScript script = FaultScript.of(Selector.every(Rpc.PROBE), says);

        // When
        FaultScript again = FaultScript.parse(script.toText());

        // Then
        assertThat(again).isEqualTo(script);
        assertThat(FaultScript.text(says)).isEqualTo(text);
    }

    static Stream<Arguments> whatIsSaidReadsBackFromItsText() {
        ByteString some = ByteString.copyFrom(new byte[] {8, 1, -1});
        return Stream.of(
                arguments(new Fault.Says(List.of(), Code.OK, ""), "says OK"),
                arguments(Fault.Says.answer(ProbeResponse.getDefaultInstance()), "says OK -"),
                arguments(new Fault.Says(List.of(some, ByteString.EMPTY), Code.OK, ""), "says OK CAH/ -"),
                arguments(Fault.Says.error(Code.NOT_FOUND, "a  b;\n+c"), "says NOT_FOUND because a++b%3B%0A%2Bc"),
                arguments(new Fault.Says(List.of(some), Code.INTERNAL, "why"), "says INTERNAL CAH/ because why"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CreateVolume * 1",
                "MakeVolume * 1 hang",
                "CreateVolume * 0 hang",
                "CreateVolume * 3-2 hang",
                "CreateVolume #0 1 hang",
                "CreateVolume * 1 error OK",
                "CreateVolume * 1 error",
                "CreateVolume * 1 delay 5",
                "CreateVolume * 1 hang 5s",
                "CreateVolume * 1 says",
                "CreateVolume * 1 says FINE",
                "CreateVolume * 1 says OK not-base64",
                "CreateVolume * 1 says INTERNAL because",
                "CreateVolume * 1 says INTERNAL because of that",
                "CreateVolume * 1 explode"
            })
    void saysWhichLineItDoesNotUnderstand(String line) {
        // Given
        String text = "# first\n" + line;

        // When
        var thrown = assertThatThrownBy(() -> FaultScript.parse(text));

        // Then
        thrown.isInstanceOf(IllegalArgumentException.class).hasMessageContaining("line 2");
    }
}
