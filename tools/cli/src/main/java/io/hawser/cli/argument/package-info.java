/** Arguments that say several things in one text. */
@NullMarked
package io.hawser.cli.argument;

import org.jspecify.annotations.NullMarked;
