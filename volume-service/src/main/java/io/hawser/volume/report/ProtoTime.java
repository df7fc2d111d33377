package io.hawser.volume.report;

import com.google.protobuf.Timestamp;
import java.time.Instant;

/** Times as messages carry them. */
public final class ProtoTime {
    private ProtoTime() {}

    public static Timestamp of(Instant time) {
        return Timestamp.newBuilder()
                .setSeconds(time.getEpochSecond())
                .setNanos(time.getNano())
                .build();
    }
}
