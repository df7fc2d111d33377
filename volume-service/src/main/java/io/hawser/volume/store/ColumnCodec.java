package io.hawser.volume.store;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.hawser.ledger.tx.UnreadableRowException;
import io.hawser.v1.Assignment;
import io.hawser.v1.Topology;
import io.hawser.v1.TopologyRequirement;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;

/** Messages in columns. What cannot be read back was not written by this version: a fault for a person, not a case. */
public final class ColumnCodec {
    private ColumnCodec() {}

    public static <M extends Message> M read(Parser<M> parser, byte[] column) {
        try {
            return parser.parseFrom(column);
        } catch (InvalidProtocolBufferException e) {
            throw new UnreadableRowException("a column with a message", e.getMessage(), e);
        }
    }

    /** Of a plain query: the driver gives a buffer or an array. */
    public static byte[] bytes(Object column) {
        return column instanceof Buffer buffer ? buffer.getBytes() : (byte[]) column;
    }

    static byte[] map(Map<String, String> map) {
        return Assignment.newBuilder().putAllVolumeContext(map).build().toByteArray();
    }

    static Map<String, String> map(byte[] column) {
        return read(Assignment.parser(), column).getVolumeContextMap();
    }

    static byte[] topology(List<Topology> topology) {
        return TopologyRequirement.newBuilder()
                .addAllRequisite(topology)
                .build()
                .toByteArray();
    }

    static List<Topology> topology(byte[] column) {
        return read(TopologyRequirement.parser(), column).getRequisiteList();
    }
}
