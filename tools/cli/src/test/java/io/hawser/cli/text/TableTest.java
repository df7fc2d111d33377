package io.hawser.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        // Given
        Table table = new Table("A", "LONGER", "C").row("first", "1", "x").row("2", "", "");

        // When
        String text = table.text();

        // Then
        assertThat(text).isEqualTo("""
                A      LONGER  C
                first  1       x
                2      -       -
                """);
    }

    @Test
    void theTextGoesOnWithTheWidthsItHad() {
        // Given
        Table table = new Table("A", "B").row("first", "1");

        // When
        String text = table.text()
                + table.row("2", "3").text()
                + table.row("longest", "4").text()
                + table.text();

        // Then
        assertThat(text).isEqualTo("""
                A      B
                first  1
                2      3
                longest  4
                """);
    }

    @Test
    @DisplayName("Control characters in a cell are replaced")
    void cellsArePrintable() {
        assertThat(new Table("A").row("\u001b[2J").text()).isEqualTo("A\n\ufffd[2J\n");
    }

    @Test
    void aRowHasAsManyCellsAsThereAreHeadings() {
        assertThatThrownBy(() -> new Table("A", "B").row("1")).hasMessageContaining("cells: 1");
    }
}
