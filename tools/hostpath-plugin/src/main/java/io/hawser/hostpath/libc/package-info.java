/** Calls of the C library that the JDK has no API for. */
@NullMarked
package io.hawser.hostpath.libc;

import org.jspecify.annotations.NullMarked;
