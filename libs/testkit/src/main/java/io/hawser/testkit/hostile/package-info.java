/** Records that somebody who means harm, a broken producer, or a later version may write; drawn from a seed. */
package io.hawser.testkit.hostile;
