/** A Kafka broker in a process of its own. */
@NullMarked
package io.hawser.embedded.broker;

import org.jspecify.annotations.NullMarked;
