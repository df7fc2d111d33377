package io.hawser.volume.sweep;

import static io.hawser.volume.id.Ids.V;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.ListVolumesResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final String OURS = "hawser-0123456789abcdef01234567";
    private static final Recorded ATTACHED = new Recorded(V, "u", "id", true, Set.of("n1"), Set.of("n1"), Set.of());

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
        Recorded before = new Recorded(V, "u", "id", true, Set.of("n1"), Set.of("n1"), Set.of());
        Recorded movedSince = new Recorded(V, "u", "id", true, Set.of("n2"), Set.of("n2"), Set.of());
        Recorded goingSince = new Recorded(V, "u", "id", false, Set.of(), Set.of(), Set.of());

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
        Recorded again = new Recorded(V, "u2", "id2", true, Set.of(), Set.of(), Set.of());

        // When
        Optional<Set<String>> judged = Comparison.of(ATTACHED, again, listing(true, "id", "n1"), true);

        // Then
        assertThat(judged).contains(Set.of());
    }

    @Test
    void aVolumeUnderANameOfOursThatNobodyKnowsIsAStray() {
        // Given
        Listing listing = listed(
                100,
                ListVolumesResponse.newBuilder()
                        .addEntries(entry(OURS))
                        .addEntries(entry("somebody-elses"))
                        .addEntries(entry("7", Map.of("csi.storage/name", OURS.replace('0', 'f'))))
                        .build());

        // When
        Map<String, String> orphans = Comparison.orphans(listing, Set.of("f123456789abcdeff1234567"));

        // Then
        assertThat(orphans).containsExactly(Map.entry(OURS, OURS.substring("hawser-".length())));
    }

    @Test
    void aFullPageWithoutATokenMayHaveBeenCutShort() {
        assertThat(listed(2).whole()).isFalse();
        assertThat(listed(2, page("a", "b")).whole()).isFalse();
        assertThat(listed(2, page("a", "b"), page("c")).whole()).isTrue();
        assertThat(listed(2, page()).whole()).isTrue();
    }

    @Test
    void anAttachmentToAnEmptyNodeIsNone() {
        // Given
        ListVolumesResponse.Entry.Builder entry = entry("id");
        entry.getStatusBuilder().addPublishedNodeIds("");

        // When
        Listing listing =
                listed(10, ListVolumesResponse.newBuilder().addEntries(entry).build());

        // Then
        assertThat(listing.nodes().get("id")).isEmpty();
    }

    @Test
    @DisplayName(
            "Of a listing without bound stays what concerns us; orphaned volumes are forgotten only if none was cut")
    void keepsWhatConcernsUs() {
        // Given
        ListVolumesResponse.Builder page = ListVolumesResponse.newBuilder().addEntries(entry("id"));
        IntStream.range(0, 1001).forEach(i -> page.addEntries(entry("hawser-%024x".formatted(i)))
                .addEntries(entry("somebody-elses-" + i)));

        // When
        Listing listing = listed(10_000, page.build());

        // Then
        assertThat(listing.nodes()).containsOnlyKeys("id");
        assertThat(listing.ours()).hasSize(1000);
        assertThat(listing.whole()).isTrue();
        assertThat(listing.allOurs()).isFalse();
        assertThat(listed(10, page("id")).allOurs()).isTrue();
    }

    @Test
    @DisplayName("A volume that is listed on very many nodes is compared by its recorded ones and a few others")
    void keepsTheRecordedNodesAndAFewOthers() {
        // Given
        ListVolumesResponse.Entry.Builder entry = entry("id");
        IntStream.range(0, 5000).forEach(i -> entry.getStatusBuilder().addPublishedNodeIds("a%04d".formatted(i)));
        entry.getStatusBuilder().addPublishedNodeIds("n1");

        // When
        Listing listing =
                listed(10, ListVolumesResponse.newBuilder().addEntries(entry).build());

        // Then
        assertThat(listing.nodes().get("id")).hasSize(17).contains("n1", "a0000", "a0015");
    }

    private static Listing listed(int asked, ListVolumesResponse... pages) {
        ListedPages listed = new ListedPages(List.of(ATTACHED), asked);
        Stream.of(pages).forEach(listed::add);
        return listed.listing();
    }

    private static Listing listing(boolean whole, String id, String... nodes) {
        return new Listing(Map.of(id, Set.of(nodes)), Map.of(), whole, true);
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
