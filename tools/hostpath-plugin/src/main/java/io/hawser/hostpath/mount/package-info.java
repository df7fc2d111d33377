/** Bind mounts, made and taken down. */
@NullMarked
package io.hawser.hostpath.mount;

import org.jspecify.annotations.NullMarked;
