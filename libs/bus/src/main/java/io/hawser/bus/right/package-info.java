/**
 * The rights that a part of Hawser needs on the broker, and those of them that are missing. {@code
 * deploy/kafka/acls.csv} lists the same rights for operators.
 */
@NullMarked
package io.hawser.bus.right;

import org.jspecify.annotations.NullMarked;
