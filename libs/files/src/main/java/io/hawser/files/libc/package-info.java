/** Calls to the C library, for what the JDK has no API. */
@NullMarked
package io.hawser.files.libc;

import org.jspecify.annotations.NullMarked;
