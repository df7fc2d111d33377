package io.hawser.conformance.history;

import java.time.Instant;
import java.util.List;

/**
 * The mounts below the root of one node's agent at one moment.
 *
 * @param at when the mount table had been read; all roots of one reading have the same time
 * @param node the node's name
 */
public record MountSighting(Instant at, String node, List<SeenMount> mounts) {}
