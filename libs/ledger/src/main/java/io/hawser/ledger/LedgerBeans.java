package io.hawser.ledger;

import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.position.Cursors;
import io.hawser.ledger.retention.Remembered;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Turns configuration into the plain objects that the rest of the ledger takes. */
@Dependent
class LedgerBeans {
    @Produces
    @Singleton
    TopicNames topicNames(LedgerConfig config) {
        return new TopicNames(config.topicPrefix());
    }

    @Produces
    @Singleton
    RecordEncoder recordEncoder(LedgerConfig config, TopicNames names) {
        return new RecordEncoder(names, "hawser/" + config.service());
    }

    @Produces
    @Singleton
    Cursors cursors() {
        return new Cursors();
    }

    /** Where records are kept by time, none is left of a key after that. */
    @Produces
    @Singleton
    Remembered keyPartitions(LedgerConfig config) {
        return new Remembered("ledger_key_partition", "kept_by_time_since", config.commandsKept());
    }
}
