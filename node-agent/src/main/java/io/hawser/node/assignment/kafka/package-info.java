/** Reads this node's partition of {@code hawser.assignments}. */
@NullMarked
package io.hawser.node.assignment.kafka;

import org.jspecify.annotations.NullMarked;
