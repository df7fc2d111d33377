/** Keys of records, of a node and what is on it. They are joined and split only here. */
@NullMarked
package io.hawser.bus.key;

import org.jspecify.annotations.NullMarked;
