/** What a command prints, for people. */
@NullMarked
package io.hawser.cli.text;

import org.jspecify.annotations.NullMarked;
