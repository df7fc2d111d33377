/** Watches the plugins' sockets, takes registrations, and makes the calls. */
@NullMarked
package io.hawser.node.plugin.csi;

import org.jspecify.annotations.NullMarked;
