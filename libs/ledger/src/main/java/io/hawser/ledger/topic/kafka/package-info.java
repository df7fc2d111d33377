/** Which topics exist. A missing topic stops only what depends on it. */
@NullMarked
package io.hawser.ledger.topic.kafka;

import org.jspecify.annotations.NullMarked;
