package io.hawser.ledger.operator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurabilityTest {
    @ParameterizedTest
    @CsvSource({"on, '', on, 0", "on, 'FIRST 1 (a, b)', on, 2", "remote_apply, '*', on, 1", "remote_write, '*', on, 1"})
    @DisplayName("One server that flushes, and standbys that commits wait for, are as they must be")
    void asItMustBe(String commit, String names, String fsync, long standbys) {
        assertThat(new Durability(commit, names, fsync, standbys).warnings()).isEmpty();
    }

    @Test
    @DisplayName("The query's columns are read in their order")
    void readsItsQuery() {
        assertThat(Durability.of(new Object[] {"local", "*", "off", 2L}))
                .isEqualTo(new Durability("local", "*", "off", 2));
    }

    @ParameterizedTest
    @CsvSource({
        "on, '', on, 1, synchronous_standby_names is empty",
        "on, ' ', on, 1, synchronous_standby_names is empty",
        "local, '*', on, 1, synchronous_commit is local",
        "off, '', on, 0, synchronous_commit is off",
        "off, '*', on, 1, synchronous_commit is off",
        "on, '', off, 0, fsync is off"
    })
    @DisplayName("Each way to lose what was confirmed is named, once")
    void eachIsNamed(String commit, String names, String fsync, long standbys, String warning) {
        assertThat(new Durability(commit, names, fsync, standbys).warnings())
                .singleElement()
                .asString()
                .contains(warning);
    }
}
