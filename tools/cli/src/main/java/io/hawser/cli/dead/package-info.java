/** Dead letters for people: how one is named, what it says, and whether it may be written back. */
@NullMarked
package io.hawser.cli.dead;

import org.jspecify.annotations.NullMarked;
