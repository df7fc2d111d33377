package io.hawser.bus.envelope;

/** Where a record stood: its only identity that no producer chooses. */
public record Origin(String topic, int partition, long offset) {
    @Override
    public String toString() {
        return topic + "-" + partition + "@" + offset;
    }
}
