/**
 * Compares what controller plugins list with the records. What differs in two listings running is a condition on the
 * volume, or an event for a person. Nothing is created, deleted, attached or detached because of a listing: pages are
 * no consistent view, and some plugins cut them short.
 */
package io.hawser.volume.sweep;
