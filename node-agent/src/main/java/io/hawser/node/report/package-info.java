/** When a node says everything again. */
@NullMarked
package io.hawser.node.report;

import org.jspecify.annotations.NullMarked;
