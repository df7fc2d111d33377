/** A record on its way to and from a topic: how it is written, how it is read, and what it turned out to be. */
@NullMarked
package io.hawser.bus.envelope;

import org.jspecify.annotations.NullMarked;
