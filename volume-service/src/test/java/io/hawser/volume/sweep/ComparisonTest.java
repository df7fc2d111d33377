package io.hawser.volume.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.ListVolumesResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final String OURS = "hawser-0123456789abcdef01234567";
    private static final Recorded ATTACHED = new Recorded("v", "u", "id", true, Set.of("n1"), Set.of("n1"), Set.of());

    @Test
    void whatAgreesIsNoDifference() {
        assertThat(Comparison.of(ATTACHED, ATTACHED, listing(true, "id", "n1"), true))
                .contains(Set.of());
    }

    @Test
    void aVolumeThatIsNotListedIsADifferenceOnlyIfTheListingIsWhole() {
        assertThat(Comparison.of(ATTACHED, ATTACHED, listing(true, "other"), true))
                .contains(Set.of("NotListed"));
        assertThat(Comparison.of(ATTACHED, ATTACHED, listing(false, "other"), true))
                .isEmpty();
    }

    @Test
    void attachmentsCountOnlyWhereThePluginListsThem() {
        assertThat(Comparison.of(ATTACHED, ATTACHED, listing(true, "id", "n2"), true))
                .contains(Set.of("NotAttached:n1", "AttachedElsewhere:n2"));
        assertThat(Comparison.of(ATTACHED, ATTACHED, listing(true, "id", "n2"), false))
                .contains(Set.of());
    }

    @Test
    void whatChangedWhileThePluginListedIsNotJudged() {
        // Given
        Recorded before = new Recorded("v", "u", "id", true, Set.of("n1"), Set.of("n1"), Set.of());
        Recorded movedSince = new Recorded("v", "u", "id", true, Set.of("n2"), Set.of("n2"), Set.of());
        Recorded goingSince = new Recorded("v", "u", "id", false, Set.of(), Set.of(), Set.of());

        // When
        Optional<Set<String>> moved = Comparison.of(before, movedSince, listing(true, "id", "n2"), true);
        Optional<Set<String>> going = Comparison.of(before, goingSince, listing(true, "other"), true);

        // Then
        assertThat(moved).contains(Set.of());
        assertThat(going).contains(Set.of());
    }

    @Test
    @DisplayName("A volume that was made again under its name while the plugin listed is not judged by that listing")
    void aVolumeThatWasMadeAgainIsNotJudged() {
        // Given
        Recorded again = new Recorded("v", "u2", "id2", true, Set.of(), Set.of(), Set.of());

        // When
        Optional<Set<String>> judged = Comparison.of(ATTACHED, again, listing(true, "id", "n1"), true);

        // Then
        assertThat(judged).contains(Set.of());
    }

    @Test
    void aVolumeUnderANameOfOursThatNobodyKnowsIsAStray() {
        // Given
        Listing listing = Listing.of(
                List.of(ListVolumesResponse.newBuilder()
                        .addEntries(entry(OURS))
                        .addEntries(entry("somebody-elses"))
                        .addEntries(entry("7", Map.of("csi.storage/name", OURS.replace('0', 'f'))))
                        .build()),
                100);

        // When
        Map<String, String> strays = Comparison.strays(listing, Set.of("f123456789abcdeff1234567"));

        // Then
        assertThat(strays).containsExactly(Map.entry(OURS, OURS.substring("hawser-".length())));
    }

    @Test
    void aFullPageWithoutATokenMayHaveBeenCutShort() {
        assertThat(Listing.of(List.of(page("a", "b")), 2).whole()).isFalse();
        assertThat(Listing.of(List.of(page("a", "b"), page("c")), 2).whole()).isTrue();
        assertThat(Listing.of(List.of(page()), 2).whole()).isTrue();
    }

    @Test
    void anAttachmentToAnEmptyNodeIsNone() {
        // Given
        ListVolumesResponse.Entry.Builder entry = entry("id");
        entry.getStatusBuilder().addPublishedNodeIds("");

        // When
        Listing listing = Listing.of(
                List.of(ListVolumesResponse.newBuilder().addEntries(entry).build()), 10);

        // Then
        assertThat(listing.nodes().get("id")).isEmpty();
    }

    private static Listing listing(boolean whole, String id, String... nodes) {
        return new Listing(Map.of(id, Set.of(nodes)), Map.of(), whole);
    }

    private static ListVolumesResponse page(String... ids) {
        ListVolumesResponse.Builder page = ListVolumesResponse.newBuilder();
        for (String id : ids) {
            page.addEntries(entry(id));
        }
        return page.build();
    }

    private static ListVolumesResponse.Entry.Builder entry(String id) {
        return entry(id, Map.of());
    }

    private static ListVolumesResponse.Entry.Builder entry(String id, Map<String, String> context) {
        ListVolumesResponse.Entry.Builder entry = ListVolumesResponse.Entry.newBuilder();
        entry.getVolumeBuilder().setVolumeId(id).putAllVolumeContext(context);
        return entry;
    }
}
