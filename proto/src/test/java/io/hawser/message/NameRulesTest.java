package io.hawser.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NameRulesTest {
    @Test
    @DisplayName("A volume's name is a DNS label")
    void volumes() {
        accepts(NameRules::isVolume, "a", "data-1", "0", "a".repeat(63));
        refuses(NameRules::isVolume, "", "A", "a.b", "-a", "a-", "a_b", "a".repeat(64));
    }

    @Test
    @DisplayName("A node's name may have dots inside, but not two together")
    void segments() {
        accepts(NameRules::isSegment, "a", "rack-1.node-7", "a".repeat(63));
        refuses(NameRules::isSegment, "", "A", "a..b", "..", ".a", "a.", "a/b", "a".repeat(64));
    }

    @Test
    @DisplayName("A plugin's name may have capitals")
    void plugins() {
        accepts(NameRules::isPlugin, "p", "csi.Example-1.com", "a".repeat(63));
        refuses(NameRules::isPlugin, "", "csi..example", ".csi", "csi-", "a_b", "a".repeat(64));
    }

    @Test
    @DisplayName("A service's name may have underscores inside, and 128 characters")
    void services() {
        accepts(NameRules::isService, "a", "A_b.c-d", "a".repeat(128));
        refuses(NameRules::isService, "", "_a", "a_", "a..b", "a/b", "a".repeat(129));
    }

    private static void accepts(Predicate<String> rule, String... names) {
        assertThat(Stream.of(names)).allMatch(rule);
    }

    private static void refuses(Predicate<String> rule, String... names) {
        assertThat(Stream.of(names)).noneMatch(rule);
    }
}
