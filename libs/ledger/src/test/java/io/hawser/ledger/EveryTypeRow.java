package io.hawser.ledger;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Arrays;

/** A row with a field of each type. */
@Entity
@Table(name = "every_type")
@IdClass(EveryTypeRow.Key.class)
public class EveryTypeRow {
    public record Key(String one, String other) {}

    /** Fields of an object within the row. */
    @Embeddable
    public static class Inner {
        @Column(name = "inner_text")
        public String text;

        public Instant innerAt;
    }

    @Id
    public String one;

    @Id
    public String other;

    public String[] texts;
    public byte[] bytes;
    public boolean flag;
    public int number;
    public long large;
    public Long maybe;
    public Instant at;
    public Integer[] ints;

    @Embedded
    public Inner inner;

    @Column(insertable = false, updatable = false)
    public String theirs;

    @Override
    public String toString() {
        return Arrays.deepToString(new Object[] {
            one, other, texts, bytes, flag, number, large, maybe, at, ints, inner.text, inner.innerAt, theirs
        });
    }
}
