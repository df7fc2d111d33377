/** Keys of two names. They are joined and split only here. */
@NullMarked
package io.hawser.bus.key;

import org.jspecify.annotations.NullMarked;
