/** What a node says on topics. */
@NullMarked
package io.hawser.node.report;

import org.jspecify.annotations.NullMarked;
