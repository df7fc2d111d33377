/** Records that somebody who means harm, a broken producer, or a later version may write; drawn from a seed. */
@NullMarked
package io.hawser.testkit.hostile;

import org.jspecify.annotations.NullMarked;
