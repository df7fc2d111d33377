/** Looks at what is waited for. */
@NullMarked
package io.hawser.cli.look;

import org.jspecify.annotations.NullMarked;
