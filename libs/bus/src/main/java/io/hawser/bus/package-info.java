/**
 * What passes between the services: topics and their settings, the envelope, its three accepted forms, dead letters.
 * Knows Kafka's records and CloudEvents; no database and no domain.
 */
package io.hawser.bus;
