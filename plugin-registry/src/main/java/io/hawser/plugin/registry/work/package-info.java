/** The loops over instances that are to be asked, and over nodes that may have fallen silent. */
package io.hawser.plugin.registry.work;
