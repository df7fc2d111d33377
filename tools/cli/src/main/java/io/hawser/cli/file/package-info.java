/** Messages in files that people write. */
@NullMarked
package io.hawser.cli.file;

import org.jspecify.annotations.NullMarked;
