/** What the controller's side may do with a volume, as pure rules over what is recorded of it. */
@NullMarked
package io.hawser.hostpath.volume;

import org.jspecify.annotations.NullMarked;
