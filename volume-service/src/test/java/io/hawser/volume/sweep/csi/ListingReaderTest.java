package io.hawser.volume.sweep.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CsiCode;
import io.hawser.csi.RpcOutcome;
import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.sweep.ListedPages;
import io.hawser.volume.sweep.Recorded;
import io.hawser.volume.sweep.RecordedBefore;
import io.hawser.volume.sweep.csi.ListingReader.Result;
import io.smallrye.mutiny.Uni;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListingReaderTest {
    /** Attached, and listed as attached nowhere. */
    private static final RecordedBefore RECORDED = new RecordedBefore();

    static {
        RECORDED.add(Stream.of("a", "b", "c")
                .map(id -> new Recorded(new VolumeName(id), id, id, true, Set.of("n"), Set.of("n"), Set.of(), Set.of()))
                .toList());
    }

    private final Deque<RpcOutcome<ListVolumesResponse>> answers = new ArrayDeque<>();
    private final List<String> tokens = new ArrayList<>();

    @Test
    void pagesAreReadByTheirTokens() {
        // Given
        answers.add(page("a", "t1"));
        answers.add(page("b", "t2"));
        answers.add(page("c", ""));

        // When
        Result result = read();

        // Then
        assertThat(tokens).containsExactly("", "t1", "t2");
        assertThat(result).isInstanceOfSatisfying(Result.Listed.class, listed -> assertThat(
                        listed.listing().differing())
                .containsOnlyKeys("a", "b", "c"));
    }

    @Test
    void afterAbortedTheListingBeginsAgainWithoutToken() {
        // Given
        answers.add(page("a", "t1"));
        answers.add(RpcOutcome.uncertain(CsiCode.ABORTED, "token expired"));
        answers.add(page("b", ""));

        // When
        Result result = read();

        // Then
        assertThat(tokens).containsExactly("", "t1", "");
        assertThat(result).isInstanceOfSatisfying(Result.Listed.class, listed -> assertThat(
                        listed.listing().differing())
                .containsOnlyKeys("b"));
    }

    @Test
    void aPluginThatAlwaysAbortsIsLeftAlone() {
        // Given
        for (int i = 0; i < 3; i++) {
            answers.add(page("a", "t" + i));
            answers.add(RpcOutcome.uncertain(CsiCode.ABORTED, "no"));
        }

        // When
        Result result = read();

        // Then
        assertThat(result).isInstanceOf(Result.Failed.class);
        assertThat(answers).isEmpty();
    }

    @Test
    void pagesThatGoRoundInACircleEnd() {
        // Given
        answers.add(page("a", "t"));
        answers.add(page("b", "t"));

        // When
        Result result = read();

        // Then
        assertThat(result).isInstanceOf(Result.Failed.class);
    }

    @Test
    @DisplayName("A listing that begins again may meet the same tokens: that is no circle")
    void theSameTokensAgain() {
        // Given
        answers.add(page("a", "t1"));
        answers.add(RpcOutcome.uncertain(CsiCode.ABORTED, "token expired"));
        answers.add(page("a", "t1"));
        answers.add(page("b", ""));

        // When
        Result result = read();

        // Then
        assertThat(tokens).containsExactly("", "t1", "", "t1");
        assertThat(result).isInstanceOf(Result.Listed.class);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "0, 2", "0, 7", "3, 1", "5, 12", "40, 33"})
    void everyCircleIsFound(int before, int circle) {
        // Given
        int[] page = {0};

        // When
        Result result = new ListingReader(
                        token -> Uni.createFrom().item(() -> {
                            int next = page[0]++ < before ? page[0] : before + page[0] % circle;
                            return page("a", "t" + next);
                        }),
                        () -> new ListedPages(new RecordedBefore(), 2, true))
                .read()
                .await()
                .indefinitely();

        // Then
        assertThat(result).isInstanceOf(Result.Failed.class);
    }

    private Result read() {
        return new ListingReader(
                        token -> {
                            tokens.add(token);
                            return Uni.createFrom().item(answers.remove());
                        },
                        () -> new ListedPages(RECORDED, 2, true))
                .read()
                .await()
                .indefinitely();
    }

    private static RpcOutcome<ListVolumesResponse> page(String id, String next) {
        ListVolumesResponse.Builder page = ListVolumesResponse.newBuilder().setNextToken(next);
        page.addEntriesBuilder().getVolumeBuilder().setVolumeId(id);
        return new RpcOutcome.Done<>(page.build());
    }
}
