/** The loops that ask due instances and find silent nodes. */
package io.hawser.plugin.registry.work;
