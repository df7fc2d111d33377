/** Reads the topics, and writes the records of plugins and the answers to commands. */
package io.hawser.plugin.registry.kafka;
