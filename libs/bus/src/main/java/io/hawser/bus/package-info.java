/**
 * What the services exchange: topics and their settings, the envelope in its three accepted forms, dead letters. Knows
 * Kafka's records and CloudEvents, but no database and no domain.
 */
@NullMarked
package io.hawser.bus;

import org.jspecify.annotations.NullMarked;
