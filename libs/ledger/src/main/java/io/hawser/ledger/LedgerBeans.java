package io.hawser.ledger;

import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.position.Cursors;
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
}
