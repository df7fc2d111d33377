/** A CSI plugin whose volumes are directories of one machine: its command line and its server. */
@NullMarked
package io.hawser.hostpath;

import org.jspecify.annotations.NullMarked;
