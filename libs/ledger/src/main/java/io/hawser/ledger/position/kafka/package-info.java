/** How far this process has read. */
@NullMarked
package io.hawser.ledger.position.kafka;

import org.jspecify.annotations.NullMarked;
