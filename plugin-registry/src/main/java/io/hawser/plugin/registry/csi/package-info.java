/** Asks a plugin who it is and what it can do. */
package io.hawser.plugin.registry.csi;
