package io.hawser.ledger.intake;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import java.util.function.Function;

/** One step of a sample record: see {@link RecordHandler#sample}. */
public sealed interface SampleStep {
    /** A record that this service can always apply. */
    record Says(HawserTopic topic, String key, String id, Message message) implements SampleStep {}

    record Gone(HawserTopic topic, String key) implements SampleStep {}

    /** Rows that no record makes: a decision would have written them by now. */
    record Given(Function<LedgerTransaction, Uni<Void>> rows) implements SampleStep {}
}
