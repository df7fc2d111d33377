/** The loops that ask due instances and find silent nodes. */
@NullMarked
package io.hawser.plugin.registry.work;

import org.jspecify.annotations.NullMarked;
