/** {@code bench agent}: one node-agent with many mounts. */
@NullMarked
package io.hawser.bench.agent;

import org.jspecify.annotations.NullMarked;
