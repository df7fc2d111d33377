package io.hawser.plugin.registry;

import static io.hawser.plugin.registry.PluginScenes.NAME;
import static io.hawser.plugin.registry.PluginScenes.healthy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What other plugins change in the registry. */
class RegistryTest {
    @Test
    @DisplayName("other plugins in the registry change neither nodes, nor who is silent, nor commands")
    void withOtherPlugins() {
        // Given
        Registry before = new Registry(Map.of(), Map.of("n1", NodeState.FENCED), Set.of("n2"), Map.of("id", "digest"));
        Map<String, Plugin> plugins = Map.of(NAME, healthy("a"));
        // When
        Registry after = before.with(plugins);
        // Then
        assertThat(after).isEqualTo(new Registry(plugins, before.nodes(), before.silent(), before.commands()));
        assertThat(Registration.apply(after, List.of(new Fact.HeardOrNot("n2")), 1)
                        .after())
                .isEqualTo(after);
    }
}
