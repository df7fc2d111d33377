package io.hawser.mounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KnownLinesTest {
    private final KnownLines lines = new KnownLines();

    private static String line(int number, String options) {
        return number + " 35 98:0 /v" + number + " /mnt/" + number + " " + options + " - ext4 /dev/sda rw";
    }

    @Test
    @DisplayName("What is read is what a fresh read shows, in its order, whatever came, went or changed since")
    void readsLikeAFreshRead() {
        // Given
        List<String> first = List.of(line(1, "rw"), line(2, "rw"), "no mount", line(3, "rw"), line(2, "rw"));
        List<String> second = List.of(line(4, "rw"), line(3, "ro"), "no mount", line(1, "rw"));

        // When
        MountTable before = lines.parse(first.stream());
        MountTable after = lines.parse(second.stream());

        // Then
        assertThat(before).isEqualTo(MountTable.parse(first.stream()));
        assertThat(after).isEqualTo(MountTable.parse(second.stream()));
        assertThat(lines.parse(Stream.of()).entries()).isEmpty();
        assertThat(lines.parse(first.stream())).isEqualTo(before);
    }

    @Test
    @DisplayName("A line that was there before is not parsed again")
    void parsesOnlyWhatIsNew() {
        // Given
        List<String> all = IntStream.range(0, 100).mapToObj(i -> line(i, "rw")).toList();
        MountTable before = lines.parse(all.stream());

        // When
        MountTable after = lines.parse(all.stream());

        // Then
        for (int i = 0; i < all.size(); i++) {
            assertThat(after.entries().get(i)).isSameAs(before.entries().get(i));
        }
    }
}
