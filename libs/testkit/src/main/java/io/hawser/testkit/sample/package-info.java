/** The golden samples of every message. */
@NullMarked
package io.hawser.testkit.sample;

import org.jspecify.annotations.NullMarked;
