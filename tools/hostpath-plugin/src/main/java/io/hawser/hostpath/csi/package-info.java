/** The plugin's CSI services: they read requests, let the rules decide, and write answers. */
@NullMarked
package io.hawser.hostpath.csi;

import org.jspecify.annotations.NullMarked;
