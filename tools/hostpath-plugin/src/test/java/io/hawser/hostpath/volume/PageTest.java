package io.hawser.hostpath.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PageTest {
    @Test
    void noLimitGivesAllAndALimitGivesTheRestLater() {
        List<VolumeKey> keys = IntStream.range(0, 5).mapToObj(PageTest::key).toList();
        assertThat(Page.of(keys, Optional.empty(), 0)).isEqualTo(new Page(keys, false));
        assertThat(Page.of(keys, Optional.empty(), 5)).isEqualTo(new Page(keys, false));
        assertThat(Page.of(keys, Optional.empty(), 4)).isEqualTo(new Page(keys.subList(0, 4), true));
        assertThat(Page.of(keys, Optional.of(key(3)), 4)).isEqualTo(new Page(keys.subList(4, 5), false));
        assertThatThrownBy(() -> Page.of(keys, Optional.empty(), -1)).hasMessageStartingWith("max_entries");
    }

    @Test
    void whatStaysIsListedExactlyOnceWhateverComesAndGoesBetweenPages() {
        for (long seed = 0; seed < 300; seed++) {
            // Given
            Random random = new Random(seed);
            TreeSet<VolumeKey> present = new TreeSet<>();
            for (int i = 0; i < 40; i++) present.add(key(random.nextInt(1000)));
            TreeSet<VolumeKey> staying = new TreeSet<>(present);
            List<VolumeKey> seen = new ArrayList<>();
            Optional<VolumeKey> after = Optional.empty();
            // When
            while (true) {
                Page page = Page.of(List.copyOf(present), after, 1 + random.nextInt(7));
                seen.addAll(page.keys());
                if (!page.more()) break;
                after = Optional.of(page.keys().getLast());
                VolumeKey gone = key(random.nextInt(1000));
                present.remove(gone);
                staying.remove(gone);
                present.add(key(random.nextInt(1000)));
            }
            // Then
            assertThat(seen).as("seed %d", seed).doesNotHaveDuplicates().containsAll(staying);
        }
    }

    private static VolumeKey key(int i) {
        return new VolumeKey(String.format("%032x", i));
    }
}
