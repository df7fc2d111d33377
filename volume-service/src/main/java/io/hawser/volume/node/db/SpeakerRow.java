package io.hawser.volume.node.db;

import io.hawser.ledger.tx.UnreadableRowException;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.node.Boot;
import io.hawser.volume.node.Speaker;
import io.hawser.volume.node.Speaker.Place;
import io.hawser.volume.node.Speaker.Stranger;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "speaker")
public class SpeakerRow {
    @Id
    private String node;

    private String root;
    private String machine;
    private String[] boots;
    private String place;
    private @Nullable Instant vacantSince;
    private boolean cloned;
    private @Nullable Instant heard;
    private String stranger;
    private @Nullable Instant strangerAt;

    protected SpeakerRow() {}

    public NodeName node() {
        return new NodeName(node);
    }

    public Speaker toDomain() {
        return new Speaker(
                root,
                machine,
                Arrays.stream(boots).map(SpeakerRow::boot).toList(),
                UnreadableRowException.constant(Place.class, "speaker.place", place),
                Optional.ofNullable(vacantSince),
                cloned,
                Optional.ofNullable(heard),
                Optional.ofNullable(strangerAt).map(at -> new Stranger(stranger, at)));
    }

    public void set(Speaker speaker) {
        root = speaker.root();
        machine = speaker.machine();
        boots = speaker.boots().stream()
                .map(boot -> boot.first() + " " + boot.last() + " " + boot.id())
                .toArray(String[]::new);
        place = speaker.place().name();
        vacantSince = speaker.vacantSince().orElse(null);
        cloned = speaker.cloned();
        heard = speaker.heard().orElse(null);
        stranger = speaker.stranger().map(Stranger::words).orElse("");
        strangerAt = speaker.stranger().map(Stranger::at).orElse(null);
    }

    private static Boot boot(String text) {
        String[] parts = text.split(" ", 3);
        return new Boot(parts[2], Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }
}
