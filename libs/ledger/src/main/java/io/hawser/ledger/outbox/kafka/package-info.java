/** Records that wait in a table, and the relays that write them to their topics in order. */
@NullMarked
package io.hawser.ledger.outbox.kafka;

import org.jspecify.annotations.NullMarked;
