/** The loops that ask due instances and publish plugins. */
@NullMarked
package io.hawser.plugin.registry.work;

import org.jspecify.annotations.NullMarked;
