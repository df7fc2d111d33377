package io.hawser.volume.sweep;

import static io.hawser.volume.id.Ids.V;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.volume.id.VolumeName;
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
    private static final Recorded ATTACHED =
            new Recorded(V, "u", "id", true, Set.of("n1"), Set.of("n1"), Set.of(), Set.of());

    @Test
    void whatAgreesIsNoDifference() {
        assertThat(Comparison.of(ATTACHED, listed(10, attached("id", "n1")), true))
                .contains(Set.of());
    }

    @Test
    void aVolumeThatIsNotListedIsADifferenceOnlyIfTheListingIsWhole() {
        assertThat(Comparison.of(ATTACHED, listed(10, page("other")), true)).contains(Set.of("NotListed"));
        assertThat(Comparison.of(ATTACHED, listed(1, page("other")), true)).isEmpty();
    }

    @Test
    void attachmentsCountOnlyWhereThePluginListsThem() {
        assertThat(Comparison.of(ATTACHED, listed(10, attached("id", "n2")), true))
                .contains(Set.of("NotAttached:n1", "AttachedElsewhere:n2"));
        assertThat(Comparison.of(ATTACHED, listed(10, attached("id", "n2")), false))
                .contains(Set.of());
    }

    @Test
    @DisplayName("Where the plugin lists no attachments, a volume in use is judged by its presence alone")
    void presenceAlone() {
        // Given
        Recorded inUse = new Recorded(V, "u", "id", true, Set.of(), Set.of("n1"), Set.of(), Set.of());
        RecordedBefore before = new RecordedBefore();
        before.add(List.of(inUse.judged(false)));
        ListedPages listing = new ListedPages(before, 10, false);
        listing.add(page("other"));

        // Then
        assertThat(Comparison.of(inUse, listing, false)).contains(Set.of("NotListed"));
    }

    @Test
    @DisplayName("A node that was detached and has not confirmed it keeps no volume from being judged, and is no"
            + " difference itself")
    void anUnconfirmedDetach() {
        // Given
        Recorded volume = new Recorded(V, "u", "id", true, Set.of("n1"), Set.of("n1"), Set.of("gone"), Set.of());
        RecordedBefore before = new RecordedBefore();
        before.add(List.of(volume));
        ListedPages elsewhere = new ListedPages(before, 10, true);
        elsewhere.add(attached("id", "n1", "n2", "gone"));

        // Then
        assertThat(Comparison.of(volume, elsewhere, true)).contains(Set.of("AttachedElsewhere:n2"));
        assertThat(Comparison.of(volume, listed(10, page("other")), true)).contains(Set.of("NotListed"));
    }

    @Test
    @DisplayName("A node on which an attach was open when the listing began is no difference, also if it has nothing of"
            + " the volume afterwards")
    void anAttachThatEndedMeanwhile() {
        // Given
        RecordedBefore before = new RecordedBefore();
        before.add(List.of(new Recorded(V, "u", "id", true, Set.of("n1"), Set.of("n1"), Set.of("opened"), Set.of())));
        ListedPages listing = new ListedPages(before, 10, true);
        listing.add(attached("id", "n1", "n2", "opened"));

        // Then
        assertThat(Comparison.of(ATTACHED, listing, true)).contains(Set.of("AttachedElsewhere:n2"));
    }

    @Test
    void whatChangedWhileThePluginListedIsNotJudged() {
        // Given
        Recorded movedSince = new Recorded(V, "u", "id", true, Set.of("n2"), Set.of("n2"), Set.of(), Set.of());
        Recorded movingSince = new Recorded(V, "u", "id", true, Set.of("n1"), Set.of("n1", "n2"), Set.of(), Set.of());
        Recorded goingSince = new Recorded(V, "u", "id", false, Set.of(), Set.of(), Set.of(), Set.of());

        // Then
        assertThat(Comparison.of(movedSince, listed(10, attached("id", "n3")), true))
                .contains(Set.of());
        assertThat(Comparison.of(movingSince, listed(10, attached("id", "n3")), true))
                .contains(Set.of());
        assertThat(Comparison.of(goingSince, listed(10, page("other")), true)).contains(Set.of());
    }

    @Test
    @DisplayName("A volume whose creation or attachment was open when the listing began is not judged by it")
    void whatWasOpenBeforeIsNotJudged() {
        // Given
        RecordedBefore open = new RecordedBefore();
        open.add(List.of(
                new Recorded(V, "u", "id", true, Set.of(), Set.of("n1"), Set.of(), Set.of()),
                new Recorded(new VolumeName("w"), "x", "", false, Set.of(), Set.of(), Set.of(), Set.of())));
        ListedPages nothing = new ListedPages(open, 10, true);
        nothing.add(page());
        Recorded createdSince =
                new Recorded(new VolumeName("w"), "x", "id2", true, Set.of(), Set.of(), Set.of(), Set.of());

        // Then
        assertThat(Comparison.of(ATTACHED, nothing, true)).contains(Set.of());
        assertThat(Comparison.of(createdSince, nothing, true)).contains(Set.of());
    }

    @Test
    @DisplayName("A volume that was made again under its name while the plugin listed is not judged by that listing")
    void aVolumeThatWasMadeAgainIsNotJudged() {
        // Given
        Recorded again = new Recorded(V, "u2", "id2", true, Set.of(), Set.of(), Set.of(), Set.of());

        // When
        Optional<Set<String>> judged = Comparison.of(again, listed(10, attached("id", "n1")), true);

        // Then
        assertThat(judged).contains(Set.of());
    }

    @Test
    @DisplayName("A volume that is listed twice counts once, with the nodes of both")
    void listedTwice() {
        // When
        ListedPages agreesOnce = listed(2, attached("id", "n1"), attached("id"), page());
        ListedPages onTwoNodes = listed(2, attached("id", "n2"), attached("id", "n1"), page());

        // Then
        assertThat(Comparison.of(ATTACHED, agreesOnce, true)).contains(Set.of());
        assertThat(Comparison.of(ATTACHED, onTwoNodes, true)).contains(Set.of("AttachedElsewhere:n2"));
    }

    @Test
    @DisplayName("More differences than are kept say nothing: neither that there is one nor that there is none")
    void tooManyDifferences() {
        // Given
        ListVolumesResponse.Entry.Builder entry = entry("id");
        IntStream.rangeClosed(0, ListedPages.MOST_NODES)
                .forEach(i -> entry.getStatusBuilder().addPublishedNodeIds("a" + i));

        // When
        ListedPages listing =
                listed(10, ListVolumesResponse.newBuilder().addEntries(entry).build());

        // Then
        assertThat(listing.allDiffering()).isFalse();
        assertThat(Comparison.of(ATTACHED, listing, true)).isEmpty();
    }

    @Test
    void aVolumeUnderANameOfOursThatNobodyKnowsIsAStray() {
        // Given
        ListedPages listing = listed(
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
        ListedPages listing =
                listed(10, ListVolumesResponse.newBuilder().addEntries(entry).build());

        // Then
        assertThat(listing.differing().get("id")).isEmpty();
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
        ListedPages listing = listed(10_000, page.build());

        // Then
        assertThat(listing.differing()).containsOnlyKeys("id");
        assertThat(listing.ours()).hasSize(1000);
        assertThat(listing.whole()).isTrue();
        assertThat(listing.allOurs()).isFalse();
        assertThat(listed(10, page("id")).allOurs()).isTrue();
    }

    @Test
    @DisplayName("Of a volume that is listed on very many nodes, some unrecorded ones are told")
    void tellsAFewUnrecordedNodes() {
        // Given
        ListVolumesResponse.Entry.Builder entry = entry("id");
        IntStream.range(0, 5000).forEach(i -> entry.getStatusBuilder().addPublishedNodeIds("a%04d".formatted(i)));
        entry.getStatusBuilder().addPublishedNodeIds("n1");

        // When
        Optional<Set<String>> found = Comparison.of(
                ATTACHED,
                listed(10, ListVolumesResponse.newBuilder().addEntries(entry).build()),
                true);

        // Then
        assertThat(found.orElseThrow()).hasSize(16).contains("AttachedElsewhere:a0000", "AttachedElsewhere:a0015");
    }

    private static ListedPages listed(int asked, ListVolumesResponse... pages) {
        RecordedBefore before = new RecordedBefore();
        before.add(List.of(ATTACHED));
        ListedPages listed = new ListedPages(before, asked, true);
        Stream.of(pages).forEach(listed::add);
        return listed;
    }

    private static ListVolumesResponse attached(String id, String... nodes) {
        ListVolumesResponse.Entry.Builder entry = entry(id);
        entry.getStatusBuilder().addAllPublishedNodeIds(List.of(nodes));
        return ListVolumesResponse.newBuilder().addEntries(entry).build();
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
