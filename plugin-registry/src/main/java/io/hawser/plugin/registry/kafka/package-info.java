/** Reads the topics, and writes the records of plugins and the answers to commands. */
@NullMarked
package io.hawser.plugin.registry.kafka;

import org.jspecify.annotations.NullMarked;
