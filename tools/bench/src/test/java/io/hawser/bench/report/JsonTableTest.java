package io.hawser.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class JsonTableTest {
    @Test
    @DisplayName("Keys with the same figures are one table, at the place of the first, and figures stay as they are")
    void rows() {
        // When
        String table = JsonTable.of("""
                {"scenario":"volumes","count":5000,"perSecond":{"create":1123.20,"delete":9.6},"commitMs":0.31,
                "ratio":{"create":0.87,"delete":0.58},"lookMs":{"p50":1.56,"p99":10.00}}""");

        // Then
        assertThat(table).isEqualTo("""
                scenario  volumes
                count        5000
                commitMs     0.31

                            create  delete
                perSecond  1123.20     9.6
                ratio         0.87    0.58

                         p50    p99
                lookMs  1.56  10.00""");
    }

    @Test
    @DisplayName(
            "Objects within a key are the columns of its table, whatever their figures are; an array's are numbered")
    void columns() {
        // When
        String table = JsonTable.of("""
                {"cpuMs":{"create":{"broker":0.5,"others":{"agent":0.001}},"paced":{"broker":2.97}},
                "runs":[{"tasks":10,"ms":{"p50":1}},{"tasks":200,"ms":{"p50":2}}]}""");

        // Then
        assertThat(table).isEqualTo("""
                cpuMs           create  paced
                  broker           0.5   2.97
                  others agent   0.001

                runs       1    2
                  tasks   10  200
                  ms p50   1    2""");
    }
}
