/** Writes what a node says on topics. */
@NullMarked
package io.hawser.node.report.kafka;

import org.jspecify.annotations.NullMarked;
