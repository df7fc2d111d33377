package io.hawser.strict.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
    private final Connections connections = new Connections();
    private final EmbeddedChannel listening = new EmbeddedChannel(connections.acceptor());

    @Test
    @DisplayName("A connection is cut at once")
    void aConnectionIsCutAtOnce() {
        // Given
        EmbeddedChannel accepted = new EmbeddedChannel();
        listening.writeInbound(accepted);

        // When
        connections.cutAll();

        // Then
        assertThat(accepted.isOpen()).isFalse();
    }

    @Test
    @DisplayName("A connection that was accepted and has no event loop yet is cut as soon as it has one")
    void aConnectionWithoutAnEventLoopIsCutWhenItHasOne() throws Exception {
        // Given
        EmbeddedChannel accepted = new EmbeddedChannel(DefaultChannelId.newInstance(), false, false);
        listening.writeInbound(accepted);

        // When
        connections.cutAll();
        accepted.register();
        accepted.runPendingTasks();

        // Then
        assertThat(accepted.isOpen()).isFalse();
    }
}
