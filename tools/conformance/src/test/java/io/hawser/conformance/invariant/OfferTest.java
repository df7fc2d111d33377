package io.hawser.conformance.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.strict.Capabilities;
import io.hawser.strict.CapabilityProfiles;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OfferTest {
    private static final Capabilities FULL = CapabilityProfiles.full();

    @Test
    @DisplayName("What another version offers counts from then on")
    void anotherVersionOffersSomethingElse() {
        for (String profile : new String[] {"no-attach-no-stage", "no-list", "full"}) {
            // Given
            Capabilities offered = CapabilityProfiles.parse(profile);

            // When
            Capabilities after = Offer.after(FULL, "offers " + offered);

            // Then
            assertThat(after.controller()).isEqualTo(offered.controller());
            assertThat(after.node()).isEqualTo(offered.node());
        }
    }

    @Test
    @DisplayName("Any other word about the plugin leaves what it offers")
    void otherWordsChangeNothing() {
        assertThat(Offer.after(FULL, "died WITH_STATE")).isEqualTo(FULL);
        assertThat(Offer.after(FULL, "offers something")).isEqualTo(FULL);
    }
}
