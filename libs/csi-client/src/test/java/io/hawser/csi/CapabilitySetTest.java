package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.GroupControllerServiceCapability;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each question to a set of capabilities is about the numbers of CSI 1.12 that stand here, and about no others. */
class CapabilitySetTest {
    private static final Set<Integer> ALL =
            Set.copyOf(IntStream.rangeClosed(1, 20).boxed().toList());

    static Stream<Arguments> plugin() {
        return Stream.of(
                question(CapabilitySet::hasController, 1),
                question(CapabilitySet::constrainsAccess, 2),
                question(CapabilitySet::hasGroupController, 3));
    }

    static Stream<Arguments> controller() {
        return Stream.of(
                question(CapabilitySet::createsVolumes, 1),
                question(CapabilitySet::publishesUnpublishes, 2),
                question(CapabilitySet::listsVolumes, 3),
                question(CapabilitySet::tellsCapacity, 4),
                question(CapabilitySet::snapshots, 5),
                question(CapabilitySet::clones, 7),
                question(CapabilitySet::publishesReadOnly, 8),
                question(CapabilitySet::expandsAtController, 9),
                question(CapabilitySet::listsPublishedNodes, 10),
                question(CapabilitySet::singleNodeMultiWriter, 13),
                question(CapabilitySet::modifies, 14));
    }

    static Stream<Arguments> node() {
        return Stream.of(
                question(CapabilitySet::stages, 1),
                question(CapabilitySet::expandsAtNode, 3),
                question(CapabilitySet::tellsNodeStats, 2, 4),
                question(CapabilitySet::nodeSingleNodeMultiWriter, 5),
                question(CapabilitySet::mountsWithGroup, 6));
    }

    private static Arguments question(Predicate<CapabilitySet> question, Integer... numbers) {
        return arguments(question, Set.of(numbers));
    }

    @ParameterizedTest
    @DisplayName("What the plugin offers")
    @MethodSource("plugin")
    void asksThePlugin(Predicate<CapabilitySet> question, Set<Integer> numbers) {
        assertThat(numbers).allMatch(n -> question.test(CapabilitySet.of(Set.of(n), Set.of(), Set.of())));
        assertThat(question.test(CapabilitySet.of(without(numbers), ALL, ALL))).isFalse();
    }

    @ParameterizedTest
    @DisplayName("What its controller can do")
    @MethodSource("controller")
    void asksTheController(Predicate<CapabilitySet> question, Set<Integer> numbers) {
        assertThat(numbers).allMatch(n -> question.test(CapabilitySet.of(Set.of(), Set.of(n), Set.of())));
        assertThat(question.test(CapabilitySet.of(ALL, without(numbers), ALL))).isFalse();
    }

    @ParameterizedTest
    @DisplayName("What its node service can do")
    @MethodSource("node")
    void asksTheNodeService(Predicate<CapabilitySet> question, Set<Integer> numbers) {
        assertThat(numbers).allMatch(n -> question.test(CapabilitySet.of(Set.of(), Set.of(), Set.of(n))));
        assertThat(question.test(CapabilitySet.of(ALL, ALL, without(numbers)))).isFalse();
    }

    @Test
    @DisplayName("Equal numbers of different services are told apart")
    void numbersBelongToAService() {
        // Given
        CapabilitySet all = new CapabilitySet(ALL, ALL, ALL, ALL, ALL);
        // Then
        for (Predicate<CapabilitySet> has : Set.<Predicate<CapabilitySet>>of(
                set -> set.has(PluginCapability.Service.Type.CONTROLLER_SERVICE),
                set -> set.has(PluginCapability.VolumeExpansion.Type.ONLINE),
                set -> set.has(ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME),
                set -> set.has(GroupControllerServiceCapability.RPC.Type.CREATE_DELETE_GET_VOLUME_GROUP_SNAPSHOT),
                set -> set.has(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME))) {
            assertThat(has).accepts(all).rejects(CapabilitySet.NONE);
        }
    }

    private static Set<Integer> without(Set<Integer> numbers) {
        Set<Integer> others = new HashSet<>(ALL);
        others.removeAll(numbers);
        return others;
    }
}
