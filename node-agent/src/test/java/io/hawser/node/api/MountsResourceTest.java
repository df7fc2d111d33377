package io.hawser.node.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.node.layout.RootLayout;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.Order;
import io.hawser.node.mount.RetryState;
import io.hawser.node.mount.Sample;
import io.hawser.node.mount.Step;
import io.hawser.node.mount.View;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MountsResourceTest {
    @Test
    @DisplayName("A volume shows what it waits for, and the targets that are wanted and not begun")
    void showsWhatIsWaitedFor() {
        // Given
        View view = new View(
                        MountRecord.none(Sample.KEY, Sample.BOOT),
                        new Order.Have(Sample.desired(1, "t1")),
                        new Step.Rest(),
                        RetryState.FRESH)
                .late("waits for the disk");

        // When
        MountsResource.VolumeOnThisNode shown = MountsResource.volume(new RootLayout(Path.of("/node")), view);

        // Then
        assertThat(shown.message()).isEqualTo("waits for the disk");
        assertThat(shown.targets()).singleElement().satisfies(target -> {
            assertThat(target.id()).isEqualTo("t1");
            assertThat(target.state()).isEqualTo("PENDING");
        });
    }
}
