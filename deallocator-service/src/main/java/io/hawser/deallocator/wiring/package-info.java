/** Settings. */
@NullMarked
package io.hawser.deallocator.wiring;

import org.jspecify.annotations.NullMarked;
